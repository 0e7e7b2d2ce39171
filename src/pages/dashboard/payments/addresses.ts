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
}

/** Returns the place in an address query, and the fields that cannot be read. */
export function readPlace(query: Readonly<Record<string, unknown>>) {
  const { filter, problems } = parseFilter(query)
  const [older, newer] = [parseCursor(query['older']), parseCursor(query['newer'])]
  const cursor = older ?? newer
  const direction: ListPlace['direction'] = older === undefined && newer !== undefined ? 'newer' : 'older'
  return { place: { filter, direction, cursor: cursor && formatCursor(cursor) } satisfies ListPlace, problems }
}

/** Returns the place as an address query without `?`. Empty for the first page without a filter. */
export function formatPlace({ filter, direction, cursor }: ListPlace): string {
  const query = new URLSearchParams(formatFilter(filter))
  if (cursor !== undefined) query.append(direction, cursor)
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
