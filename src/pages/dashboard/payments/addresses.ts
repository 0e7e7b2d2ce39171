import { formatCursor, parseCursor } from '../../../money/payments/search/page-cursor.ts'
import { formatFilter, type PaymentFilter, parseFilter } from '../../../money/payments/search/payment-filter.ts'
import { withQuery } from '../../../platform/people/pages/answers.ts'
import type { Visit } from '../page.ts'

/** A page of the list: its filter, and the cursor that it starts from. */
export interface ListPlace {
  readonly filter: PaymentFilter
  readonly direction: 'older' | 'newer'
  /** Undefined on the first page. */
  readonly cursor: string | undefined
  /** The number of the page's first payment in the list, from 1, as the pages before counted it; 0: unknown. */
  readonly position: number
}

/** Returns the first page of a filter. */
export function firstPage(filter: PaymentFilter): ListPlace {
  return { filter, direction: 'older', cursor: undefined, position: 1 }
}

/** Returns the place in an address query, and the fields that cannot be read. */
export function readPlace(query: Readonly<Record<string, unknown>>) {
  const { filter, problems } = parseFilter(query)
  const [older, newer] = [parseCursor(query['older']), parseCursor(query['newer'])]
  const cursor = older ?? newer
  const direction: ListPlace['direction'] = older === undefined && newer !== undefined ? 'newer' : 'older'
  const position = cursor === undefined ? 1 : readPosition(query['position'])
  const place: ListPlace = { filter, direction, cursor: cursor && formatCursor(cursor), position }
  return { place, problems }
}

function readPosition(text: unknown): number {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : 0
}

/** Returns the place as an address query without `?`. Empty for the first page without a filter. */
export function formatPlace({ filter, direction, cursor, position }: ListPlace): string {
  const query = new URLSearchParams(formatFilter(filter))
  if (cursor !== undefined) query.append(direction, cursor)
  if (cursor !== undefined && position > 0) query.append('position', String(position))
  return query.toString()
}

/** Returns the address of the list, or of `path`, at a place. */
export function addressOfList(visit: Pick<Visit, 'address'>, query = '', path = 'payments'): string {
  return visit.address(pathOfList(query, path))
}

/** The same below the mode. */
export function pathOfList(query: string, path: string): string {
  return query === '' ? path : `${path}?${query}`
}

/** The longest address query of the list, in characters. */
const maxLength = 2_000

/**
 * Returns the place of the list that a payment's page was opened from; empty if its address has none.
 * It is parsed and formatted again, so that it leads to this list only.
 */
export function placeBehind(visit: Pick<Visit, 'query'>): string {
  const from = visit.query('from') ?? ''
  if (from.length > maxLength) return ''
  return formatPlace(readPlace(Object.fromEntries(new URLSearchParams(from))).place)
}

type AddressSource = Pick<Visit, 'address' | 'query'>

interface PaymentPageState {
  /** The last act, which the page confirms. */
  readonly done?: string | undefined
  /** The part of the page that is shown in full. */
  readonly all?: string | undefined
}

/** Returns the address of a payment's page. Its back link leads to the same place of the list. */
export function addressOfPayment(visit: AddressSource, id: string, state: PaymentPageState = {}): string {
  return visit.address(`payments/${id}`, { ...state, from: placeBehind(visit) || undefined })
}

/** The same below the mode. */
export function pathOfPayment(visit: AddressSource, id: string): string {
  return withQuery(`payments/${id}`, { from: placeBehind(visit) || undefined })
}

/** Returns the path of a payment's form, below the mode. */
export function pathOfForm(visit: AddressSource, id: string, form: string): string {
  return withQuery(`payments/${id}/${form}`, { from: placeBehind(visit) || undefined })
}
