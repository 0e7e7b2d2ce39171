import { badData } from '../base/refusals.ts'
import { type Instant, parseInstant } from '../base/times.ts'
import { optionalText } from './schemas.ts'
import { Type } from './type.ts'

/** The most entries of a page. */
export const mostListed = 20

/** The refusal of a list's query that cannot be read. */
export const undecodedQuery = badData('failed to decode request')

/**
 * Returns the query members of every list by time (docs/contract/payments.md#list). `happened` names the event of
 * the times.
 */
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

/** The page in an answer. */
export const Pagination = Type.Object({ limit: Type.Integer(), offset: Type.Integer(), total_count: Type.Integer() })

export interface PageQuery {
  readonly createdFrom: Instant | null
  readonly createdTo: Instant | null
  readonly limit: number
  readonly offset: number
}

/** Reads the times and the page of a list's query. Refuses a query that it cannot read. */
export function readPageQuery(query: Readonly<Record<string, string | undefined>>): PageQuery {
  const limit = readCount(query['limit'] ?? String(mostListed))
  const offset = readCount(query['offset'] ?? '0')
  if (limit < 1 || limit > mostListed) throw undecodedQuery()
  const createdFrom = readInstant(query['created_at__gte'])
  return { createdFrom, createdTo: readInstant(query['created_at__lte']), limit, offset }
}

function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw undecodedQuery()
  return Number(text)
}

// An unencoded `+` of a time zone arrives as a space.
function readInstant(text: string | undefined): Instant | null {
  if (text === undefined) return null
  const at = parseInstant(text.replace(/ (?=\d{2}:?\d{2}$)/, '+'))
  if (at === undefined) throw undecodedQuery()
  return at
}
