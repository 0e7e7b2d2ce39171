import { randomBytes } from 'node:crypto'
import type { App } from '../../platform/app/app.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import * as written from './store/entries.ts'
import * as store from './store/reading.ts'

/** The state of a journal. */
export interface Journal {
  /** A random name. A reset journal gets a new one. */
  readonly name: string
  /** The number of the newest numbered entry. */
  readonly lastNumber: number
  /** The highest number of a removed entry. */
  readonly removedNumber: number
}

/** Entries numbered per round; more than a page holds. */
export const maxNumbered = 2_000

/**
 * Returns the journal's state after numbering up to 2,000 unnumbered entries, oldest first. Readers number the entries
 * one reader at a time, so no entry gets a number below one that was already read.
 */
export async function readJournal(app: App, key: MerchantMode): Promise<Journal> {
  const found = (await findJournal(app, key)) ?? (await openJournal(app, key))
  const lastNumber = found.has_unread ? await numberEntries(app, key) : found.last_number
  return { name: found.name, lastNumber: Number(lastNumber), removedNumber: Number(found.removed_number) }
}

async function findJournal(app: App, { merchantId, isTest }: MerchantMode) {
  const [found] = await app.db.run(store.findJournal, { merchantId, isTest })
  return found
}

async function openJournal(app: App, { merchantId, isTest }: MerchantMode) {
  await app.db.run(store.openJournal, { merchantId, isTest, name: randomBytes(6).toString('hex') })
  const opened = await findJournal(app, { merchantId, isTest })
  if (opened === undefined) throw new Error('a journal was removed while it was opened')
  return opened
}

// The row lock waits for another reader that is numbering.
async function numberEntries(app: App, { merchantId, isTest }: MerchantMode): Promise<bigint> {
  return app.db.transaction(async (tx) => {
    await tx.run(store.lockJournal, { merchantId, isTest })
    const [numbered] = await tx.run(store.numberEntries, { merchantId, isTest, limit: maxNumbered })
    return numbered?.last_number ?? 0n
  })
}

/** A reader's position in a journal: after the entry of this number. */
export interface JournalPosition {
  /** The journal's name. A position in another journal, or in this journal before a reset, is invalid. */
  readonly name: string
  /** Entry number; 0 before the first entry. */
  readonly number: number
}

const cursorForm = /^([0-9a-f]{12})-(0|[1-9]\d{0,14})$/

export function formatCursor({ name, number }: JournalPosition): string {
  return `${name}-${number}`
}

/** Returns the position that a cursor names, or undefined if the text is no cursor. */
export function parseCursor(text: string): JournalPosition | undefined {
  const [, name, number] = cursorForm.exec(text) ?? []
  return name === undefined ? undefined : { name, number: Number(number) }
}

/**
 * Turns on or off the triggers that journal every change of payments and disputes, for all processes. Returns whether
 * the state changed.
 */
export async function followChanges(app: Pick<App, 'db'>, isEnabled: boolean): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    await tx.run(written.lockFollowing, {})
    const [changed] = await tx.run(isEnabled ? written.followChanges : written.stopFollowingChanges, {})
    return changed?.was_other ?? false
  })
}

export interface JournalPage {
  /** At most 500 rows, oldest first. */
  readonly rows: readonly store.EntryRow[]
  /** Start of the next page. */
  readonly next: JournalPosition
}
