import { formatMilliseconds } from '../../platform/base/times.ts'
import type { BodyOf } from '../../platform/http/schemas.ts'
import { changeSummary } from './change-summary.ts'
import type { JournalKind } from './entry.ts'
import { formatCursor, type JournalPage } from './journals.ts'

import type { JournalAnswer, JournalRequestAnswer } from './schemas.ts'
import type { EntryRow, FullEntryRow } from './store/reading.ts'
import { type StoredMessage, scrub } from './stored-message.ts'

export function journalWire({ rows, next }: JournalPage): BodyOf<typeof JournalAnswer> {
  return { entries: rows.map((row) => entryWire(next.name, row)), cursor: formatCursor(next) }
}

export function requestWire(name: string, rows: readonly FullEntryRow[]): BodyOf<typeof JournalRequestAnswer> {
  return {
    entries: rows.map((row) => ({
      ...entryWire(name, row),
      request: messageWire(row.request),
      answer: messageWire(row.answer),
    })),
  }
}

/** Returns an entry in the API's form, without its messages. */
export function entryWire(name: string, row: EntryRow) {
  return {
    cursor: formatCursor({ name, number: Number(row.number) }),
    at: formatMilliseconds(row.at),
    kind: row.kind as JournalKind,
    operation: row.operation,
    method: row.method,
    path: row.path,
    status: row.status,
    request_id: row.request_id,
    reference_id: row.reference_id && scrub(row.reference_id),
    payment_id: row.payment_id,
    fault_id: row.fault_id,
    duration_ms: row.duration_ms,
    summary: row.change === null ? row.summary : changeSummary(row.operation, row.change),
  }
}

function messageWire(text: string | null) {
  if (text === null) return null
  const { headers, body, isCut }: StoredMessage = JSON.parse(text)
  return { headers, body: body === null || isCut ? body : parseJson(body), is_cut: isCut }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
