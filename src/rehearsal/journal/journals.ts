import { randomBytes } from 'node:crypto'
import type { App } from '../../platform/app/app.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import * as written from './store/entries.ts'
import * as store from './store/reading.ts'

/** A journal as it stands. */
export interface Journal {
  /** A journal that is begun anew has another name. */
  readonly name: string
  /** Of its newest entry that has one. */
  readonly lastNumber: number
  /** The highest of an entry that was removed. */
  readonly removedNumber: number
}

/** So many entries get their numbers at a time, more than are on a page. */
const maxNumbered = 2_000

/**
 * Reads how a journal stands, when what was written before has got its numbers, the oldest first: up to 2,000 at once. That is done by who
 * reads, one after the other, so that no entry ever gets a number below one that somebody has read.
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

// What another reader is at is waited for.
async function numberEntries(app: App, { merchantId, isTest }: MerchantMode): Promise<bigint> {
  return app.db.transaction(async (tx) => {
    await tx.run(store.lockJournal, { merchantId, isTest })
    const [numbered] = await tx.run(store.numberEntries, { merchantId, isTest, limit: maxNumbered })
    return numbered?.last_number ?? 0n
  })
}

/** A place in a journal, as who reads it keeps it: after this entry. */
export interface JournalPosition {
  /** The journal's: places of another one, or of one that was begun anew, are no places of this one. */
  readonly name: string
  /** The entry's number; 0 before the first. */
  readonly number: number
}

const cursorForm = /^([0-9a-f]{12})-(0|[1-9]\d{0,14})$/

export function formatCursor({ name, number }: JournalPosition): string {
  return `${name}-${number}`
}

/** The place that a cursor names; undefined when it is none. */
export function parseCursor(text: string): JournalPosition | undefined {
  const [, name, number] = cursorForm.exec(text) ?? []
  return name === undefined ? undefined : { name, number: Number(number) }
}

/**
 * From now on every change of a payment or a dispute gets into the journal of its merchant, whichever process makes it; where that is not
 * wanted, none does. Answers whether it was otherwise before.
 */
export async function followChanges(app: Pick<App, 'db'>, isEnabled: boolean): Promise<boolean> {
  const [changed] = await app.db.run(isEnabled ? written.followChanges : written.stopFollowingChanges, {})
  return changed?.was_other ?? false
}

export interface JournalPage {
  /** Oldest first, at most 500. */
  readonly rows: readonly store.EntryRow[]
  /** Where the next page begins. */
  readonly next: JournalPosition
}
