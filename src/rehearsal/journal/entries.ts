import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import { changeSummary } from './change-summary.ts'
import type { JournalEntry, JournalMessage } from './entry.ts'
import { formatCursor, type Journal, type JournalPage, maxNumbered, parseCursor, readJournal } from './journals.ts'
import * as store from './store/reading.ts'
import type { StoredMessage } from './stored-message.ts'
import { waitersOf } from './waiters.ts'
import { entryWire } from './wire.ts'

/** A query for a page of one merchant's journal in one mode. */
export interface JournalQuery extends MerchantMode {
  /** Cursor: only entries after it. Undefined: from the oldest stored entry. */
  readonly since: string | undefined
  /** Undefined: all entries, also those without a payment. */
  readonly paymentId: PaymentId | undefined
  /** Limits the page to this number of newest entries, at most 500. Undefined: from `since` on. */
  readonly newest?: number | undefined
}

/** Most entries of a page. */
export const maxPage = 500

/**
 * Returns the next page of a journal. An entry that was written before this call is on this page or a later one; no
 * entry is ever skipped. Refuses an unknown cursor.
 */
export async function listEntries(app: App, query: JournalQuery): Promise<JournalPage> {
  const { merchantId, isTest, since, paymentId, newest } = query
  const journal = await readJournal(app, query)
  if (newest !== undefined) return listNewestPage(app, query, journal, newest)
  const after = since === undefined ? 0 : numberAfter(since, journal)
  const range = { merchantId, isTest, after: BigInt(after), limit: maxPage }
  const rows = await (paymentId === undefined
    ? app.db.run(store.listNumberedEntries, range)
    : app.db.run(store.listEntriesOfPayment, { ...range, paymentId }))
  const last = Number(rows.at(-1)?.number ?? 0n)
  // No entry of this payment follows, so the cursor moves past the entries of other payments.
  const number = rows.length === maxPage ? last : Math.max(last, after, journal.lastNumber)
  return { rows, next: { name: journal.name, number } }
}

async function listNewestPage(app: App, key: MerchantMode, first: Journal, limit: number): Promise<JournalPage> {
  const { merchantId, isTest } = key
  const { name, lastNumber } = await readToEnd(app, key, first)
  const rows = await app.db.run(store.listNewestEntries, { merchantId, isTest, before: afterAll, limit })
  // Another reader may have numbered entries since the journal was read.
  return { rows: rows.reverse(), next: { name, number: Math.max(lastNumber, Number(rows.at(-1)?.number ?? 0n)) } }
}

// Stops after one merchant's 100,000 entries, so that entries that are written meanwhile do not prolong it for ever.
async function readToEnd(app: App, key: MerchantMode, first: Journal): Promise<Journal> {
  let journal = first
  for (let round = 0; round < 100_000 / maxNumbered; round += 1) {
    const next = await readJournal(app, key)
    if (next.lastNumber - journal.lastNumber < maxNumbered) return next
    journal = next
  }
  return journal
}

function numberAfter(since: string, { name, lastNumber, removedNumber }: Journal): number {
  const place = parseCursor(since)
  const isKnown = place?.name === name && place.number >= removedNumber && place.number <= lastNumber
  if (place === undefined || !isKnown) throw refusals.unknownCursor()
  return place.number
}

/**
 * Returns the next page of a journal as soon as it has an entry. Returns an empty page after `waitMs`, or when `signal`
 * aborts. Refuses an unknown cursor, and refuses with 429 when too many calls already wait.
 */
export async function followEntries(
  app: App,
  query: JournalQuery,
  waitMs: number,
  signal: AbortSignal,
): Promise<JournalPage> {
  const endsAt = performance.now() + waitMs
  for (let since = query.since; ; ) {
    const page = await listEntries(app, since === query.since ? query : { ...query, newest: undefined, since })
    const leftMs = endsAt - performance.now()
    if (page.rows.length > 0 || leftMs <= 0 || signal.aborted) return page
    await waitersOf(app).waitForNews(query, page.next, leftMs, signal)
    since = formatCursor(page.next)
  }
}

/** More than the attempts of one delivery. */
const maxEntries = 200

/**
 * Returns all entries of a request id with their messages, oldest first, at most 200: the call and its changes, or the
 * attempts of a delivery. Refuses an unknown id with 404.
 */
export async function getEntries(app: App, key: MerchantMode, requestId: string) {
  const { merchantId, isTest } = key
  // One round numbers at most 2,000 entries, so a long unread journal takes several rounds.
  for (;;) {
    const { name } = await readJournal(app, key)
    const rows = await app.db.run(store.listEntriesOfRequest, { merchantId, isTest, requestId, limit: maxEntries })
    if (rows.length === 0) throw refusals.noSuchEntry()
    const numbered = rows.flatMap(({ number, ...row }) => (number === null ? [] : [{ ...row, number }]))
    if (numbered.length === rows.length) return { name, rows: numbered }
  }
}

/** Higher than every entry number. */
const afterAll = 2n ** 62n

/** Returns the newest entries of a journal, or those before the number `before`, newest first. */
export async function listNewestEntries(
  app: App,
  key: MerchantMode,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
) {
  const { merchantId, isTest } = key
  const { name } = await readJournal(app, key)
  const range = { merchantId, isTest, before: before === undefined ? afterAll : BigInt(before), limit }
  const rows = await app.db.run(store.listNewestEntries, range)
  return rows.map((row) => ({ ...entryWire(name, row), number: Number(row.number), atMs: row.at }))
}

/** A journal entry with its stored messages. */
export interface EntryWithMessages extends Omit<JournalEntry, 'merchantId' | 'isTest'> {
  readonly change: store.FullEntryRow['change']
}

/** Returns the entries with numbers above `after` up to `upTo`, oldest first, with their messages. */
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
