import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import { refusals } from '../sandbox/refusals.ts'
import { type Place, parseCursor } from './entry-cursor.ts'
import { type Journal, readJournal } from './read-journal.ts'
import * as store from './store/reading.ts'

/** Whose journal, and what of it. */
export interface JournalQuery extends MerchantMode {
  /** A cursor: only what comes after it. Undefined: from the first entry that is kept. */
  readonly since: string | undefined
  /** Undefined: of all payments, and of none. */
  readonly paymentId: PaymentId | undefined
}

export interface JournalPage {
  /** Oldest first, at most 500. */
  readonly rows: readonly store.ListedRow[]
  /** Where the next page begins. */
  readonly next: Place
}

const maxPage = 500

/**
 * The next page of a journal. Whatever was written before it was asked for is on it or on a later one, and none is ever passed by. Refuses
 * an unknown cursor.
 */
export async function listEntries(app: App, query: JournalQuery): Promise<JournalPage> {
  const { merchantId, isTest, since, paymentId } = query
  const journal = await readJournal(app, query)
  const after = since === undefined ? 0 : numberAfter(since, journal)
  const wanted = { merchantId, isTest, after: BigInt(after), limit: maxPage }
  const rows = await (paymentId === undefined
    ? app.db.run(store.listNumberedEntries, wanted)
    : app.db.run(store.listEntriesOfPayment, { ...wanted, paymentId }))
  const last = Number(rows.at(-1)?.number ?? 0n)
  // Beyond what there is of this payment lies what is of others: it need not be looked through again.
  const number = rows.length === maxPage ? last : Math.max(last, after, journal.lastNumber)
  return { rows, next: { name: journal.name, number } }
}

function numberAfter(since: string, { name, lastNumber, removedNumber }: Journal): number {
  const place = parseCursor(since)
  const isKnown = place?.name === name && place.number >= removedNumber && place.number <= lastNumber
  if (place === undefined || !isKnown) throw refusals.unknownCursor()
  return place.number
}
