import { randomBytes } from 'node:crypto'
import type { App } from '../../platform/app/app.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
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
