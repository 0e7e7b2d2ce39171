import type { App } from '../../platform/app/app.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import { changeSummary } from './change-summary.ts'
import type { JournalEntry, JournalMessage } from './entry.ts'
import type { KeptMessage } from './kept-message.ts'
import * as store from './store/reading.ts'

/** An entry with what was sent and answered, as it is kept. */
export interface KeptEntry extends Omit<JournalEntry, 'merchantId' | 'isTest'> {
  readonly change: store.ShownRow['change']
}

/** The entries of a journal behind one number and up to another, oldest first, with their messages. */
export async function listMessages(app: App, key: MerchantMode, after: number, upTo: number): Promise<KeptEntry[]> {
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
  const { headers, body }: KeptMessage = JSON.parse(text)
  return { headers, body }
}
