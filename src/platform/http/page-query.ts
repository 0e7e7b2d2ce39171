import { badData } from '../base/refusals.ts'
import { type Instant, parseInstant } from '../base/times.ts'
import { optionalText } from './schemas.ts'
import { Type } from './type.ts'

/** Any query of a list that cannot be read. */
export const undecodedQuery = badData('failed to decode request')

/** What every list by time takes in its query (docs/contract/payments.md#list). `happened`: what the times are of. */
export function pageMembers(happened: string) {
  return {
    created_at__gte: optionalText(64, `${happened} at or after this date or ISO 8601 datetime; a date is midnight UTC`),
    created_at__lte: optionalText(
      64,
      `${happened} at or before this date or ISO 8601 datetime; a date is midnight UTC`,
    ),
    limit: Type.Optional(Type.String({ description: '1 to 20, 20 when absent' })),
    offset: Type.Optional(Type.String({ description: 'zero-based start, 0 when absent' })),
  }
}

/** How an answer tells which page it is. */
export const Pagination = Type.Object({ limit: Type.Integer(), offset: Type.Integer(), total_count: Type.Integer() })

export interface PageQuery {
  readonly createdFrom: Instant | null
  readonly createdTo: Instant | null
  readonly limit: number
  readonly offset: number
}

/** Reads what a list's query says about times and the page. Refuses what it cannot read. */
export function readPageQuery(query: Readonly<Record<string, string | undefined>>): PageQuery {
  const limit = readCount(query['limit'] ?? '20')
  const offset = readCount(query['offset'] ?? '0')
  if (limit < 1 || limit > 20) throw undecodedQuery()
  const createdFrom = readInstant(query['created_at__gte'])
  return { createdFrom, createdTo: readInstant(query['created_at__lte']), limit, offset }
}

function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw undecodedQuery()
  return Number(text)
}

// A `+` of an offset that a client did not encode arrives as a space.
function readInstant(text: string | undefined): Instant | null {
  if (text === undefined) return null
  const at = parseInstant(text.replace(/ (?=\d{2}:?\d{2}$)/, '+'))
  if (at === undefined) throw undecodedQuery()
  return at
}
