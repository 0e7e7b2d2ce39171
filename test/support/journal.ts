import type { Caller } from '../../testkit/client.ts'
import { succeed } from '../../testkit/client.ts'

/** An entry as `GET /sandbox/journal` shows it. */
export interface JournalEntry {
  readonly cursor: string
  readonly at: string
  readonly kind: 'request' | 'delivery' | 'change' | 'customer' | 'clock' | 'fault'
  readonly operation: string | null
  readonly method: string | null
  readonly path: string | null
  readonly status: number | null
  readonly request_id: string | null
  readonly reference_id: string | null
  readonly payment_id: string | null
  readonly fault_id: string | null
  readonly duration_ms: number | null
  readonly summary: string
}

export interface JournalPage {
  readonly entries: JournalEntry[]
  readonly cursor: string
}

/** Reads a page of the journal; throws unless the answer is 200. */
export async function readJournal(shop: Caller, query: Readonly<Record<string, string>> = {}): Promise<JournalPage> {
  return succeed(await shop.call('GET', `/sandbox/journal?${new URLSearchParams(query)}`)).body
}

export function byKind(entries: readonly JournalEntry[], kind: JournalEntry['kind']): JournalEntry[] {
  return entries.filter((entry) => entry.kind === kind)
}
