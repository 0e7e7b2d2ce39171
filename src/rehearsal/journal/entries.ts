import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import { changeSummary } from './change-summary.ts'
import type { JournalEntry, JournalMessage } from './entry.ts'
import { formatCursor, type Journal, type JournalPage, parseCursor, readJournal } from './journals.ts'
import * as store from './store/reading.ts'
import type { StoredMessage } from './stored-message.ts'
import { waitersOf } from './waiters.ts'
import { entryWire } from './wire.ts'

/** Whose journal, and what of it. */
export interface JournalQuery extends MerchantMode {
  /** A cursor: only what comes after it. Undefined: from the first entry that is kept. */
  readonly since: string | undefined
  /** Undefined: of all payments, and of none. */
  readonly paymentId: PaymentId | undefined
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

/**
 * The next page of a journal, as soon as there is something on it: after so many milliseconds, or at the signal, an empty one. Refuses an
 * unknown cursor, and with 429 to wait beside too many others.
 */
export async function followEntries(
  app: App,
  query: JournalQuery,
  waitMs: number,
  signal: AbortSignal,
): Promise<JournalPage> {
  const endsAt = performance.now() + waitMs
  for (let since = query.since; ; ) {
    const page = await listEntries(app, { ...query, since })
    const leftMs = endsAt - performance.now()
    if (page.rows.length > 0 || leftMs <= 0 || signal.aborted) return page
    await waitersOf(app).waitForNews(query, page.next, leftMs, signal)
    since = formatCursor(page.next)
  }
}

/** All attempts of a delivery are fewer. */
const maxEntries = 200

/**
 * Every entry of a request, with what was sent and answered, oldest first: the call and what it changed, or the attempts of a delivery, at
 * most 200. Refuses an id that the journal does not know with 404.
 */
export async function getEntries(app: App, key: MerchantMode, requestId: string) {
  const { merchantId, isTest } = key
  // What is far behind in a journal that nobody reads gets its number after a few rounds.
  for (;;) {
    const { name } = await readJournal(app, key)
    const rows = await app.db.run(store.listEntriesOfRequest, { merchantId, isTest, requestId, limit: maxEntries })
    if (rows.length === 0) throw refusals.noSuchEntry()
    const numbered = rows.flatMap(({ number, ...row }) => (number === null ? [] : [{ ...row, number }]))
    if (numbered.length === rows.length) return { name, rows: numbered }
  }
}

/** Beyond every number. */
const afterAll = 2n ** 62n

/** The newest entries of a journal, or those before one of them, newest first, each with its number. */
export async function listNewestEntries(
  app: App,
  key: MerchantMode,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
) {
  const { merchantId, isTest } = key
  const { name } = await readJournal(app, key)
  const wanted = { merchantId, isTest, before: before === undefined ? afterAll : BigInt(before), limit }
  const rows = await app.db.run(store.listNewestEntries, wanted)
  return rows.map((row) => ({ ...entryWire(name, row), number: Number(row.number), atMs: row.at }))
}

/** An entry with what was sent and answered, as it is kept. */
export interface EntryWithMessages extends Omit<JournalEntry, 'merchantId' | 'isTest'> {
  readonly change: store.FullEntryRow['change']
}

/** The entries of a journal behind one number and up to another, oldest first, with their messages. */
export async function listMessages(
  app: App,
  key: MerchantMode,
  after: number,
  upTo: number,
): Promise<EntryWithMessages[]> {
  const { merchantId, isTest } = key
  const between = { merchantId, isTest, after: BigInt(after), upTo: BigInt(upTo) }
  const rows = await app.db.run(store.listEntriesBetween, between)
  return rows.map((row) => ({
    kind: row.kind as JournalEntry['kind'],
    at: row.at,
    operation: row.operation,
    method: row.method,
    path: row.path,
    status: row.status,
    requestId: row.request_id,
    referenceId: row.reference_id,
    paymentId: row.payment_id,
    faultId: row.fault_id,
    durationMs: row.duration_ms,
    summary: row.change === null ? row.summary : changeSummary(row.operation, row.change),
    request: messageFrom(row.request),
    answer: messageFrom(row.answer),
    change: row.change,
  }))
}

function messageFrom(text: string | null): JournalMessage | null {
  if (text === null) return null
  const { headers, body }: StoredMessage = JSON.parse(text)
  return { headers, body }
}
