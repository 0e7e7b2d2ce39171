import type { App } from '../../platform/app/app.ts'
import { batchCalls } from '../../platform/db/batch-calls.ts'
import type { JournalEntry } from './entry.ts'
import { type EntryRecord, type InsertedRecord, insertEntries } from './store/entries.ts'
import { scrub, scrubMessage } from './stored-message.ts'
import { waitersOf } from './waiters.ts'

/**
 * Writes an entry. Later reads in any process find it. Entries of the same moment share a statement. Never throws:
 * failures are logged, so the journal cannot break a call. Not called in production.
 */
export async function writeJournal(app: App, entry: JournalEntry): Promise<void> {
  try {
    await writerOf(app)(recordOf(entry))
  } catch (error) {
    app.log.error({ err: error, merchant_id: entry.merchantId, kind: entry.kind }, 'could not write a journal entry')
  }
}

const batches = { maxBatchSize: 64, maxInFlight: 2 }
const writers = new WeakMap<App, (record: EntryRecord) => Promise<unknown>>()

function writerOf(app: App): (record: EntryRecord) => Promise<unknown> {
  const writer =
    writers.get(app) ??
    batchCalls(
      {
        ...batches,
        apart: ({ merchant_id }: EntryRecord) => app.db.shardOf(merchant_id),
        follow: app.db.follow?.('insert_journal_entries'),
      },
      async (entries) => {
        await app.db.run(insertEntries, joinMessages(entries))
        waitersOf(app).wake()
        return entries
      },
    )
  writers.set(app, writer)
  return writer
}

/** Joins the messages of all entries, and gives each entry the positions of its own. */
function joinMessages(written: readonly EntryRecord[]): { entries: InsertedRecord[]; messages: Buffer } {
  const texts: Buffer[] = []
  let next = 1
  const place = (text: string | null): [from: number, bytes: number] | [null, null] => {
    if (text === null) return [null, null]
    const bytes = Buffer.from(text)
    const from = next
    texts.push(bytes)
    next += bytes.length
    return [from, bytes.length]
  }
  const entries = written.map(({ request, answer, ...columns }) => {
    const [request_from, request_bytes] = place(request)
    const [answer_from, answer_bytes] = place(answer)
    return { ...columns, request_from, request_bytes, answer_from, answer_bytes }
  })
  return { entries, messages: Buffer.concat(texts) }
}

function recordOf(entry: JournalEntry): EntryRecord {
  return {
    merchant_id: entry.merchantId,
    is_test: entry.isTest,
    kind: entry.kind,
    at: entry.at,
    operation: storedText(entry.operation),
    method: storedText(entry.method),
    path: storedText(entry.path),
    status: entry.status,
    request_id: storedText(entry.requestId),
    reference_id: storedText(entry.referenceId),
    payment_id: entry.paymentId,
    fault_id: entry.faultId,
    duration_ms: entry.durationMs === null ? null : Math.round(entry.durationMs),
    summary: storedText(entry.summary) ?? '',
    request: entry.request && JSON.stringify(scrubMessage(entry.request)),
    answer: entry.answer && JSON.stringify(scrubMessage(entry.answer)),
  }
}

/** Longest stored text, in characters. */
const maxText = 2_000

// PostgreSQL refuses NUL characters and lone surrogates, which merchants may send.
function storedText(text: string | null): string | null {
  return text && scrub(text.slice(0, maxText)).toWellFormed().replaceAll('\0', '\uFFFD')
}
