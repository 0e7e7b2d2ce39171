import { formatCursor, parseCursor } from '../../../money/payments/search/page-cursor.ts'
import { formatFilter, type PaymentFilter, parseFilter } from '../../../money/payments/search/payment-filter.ts'
import { withQuery } from '../../../platform/people/pages/answers.ts'
import type { Visit } from '../page.ts'

/** A page of the list: which payments, and on which side of which one. */
export interface ListPlace {
  readonly filter: PaymentFilter
  readonly direction: 'older' | 'newer'
  /** Undefined on the first page. */
  readonly cursor: string | undefined
}

/** Reads the place from an address query; what cannot be read is left out and named. */
export function readPlace(query: Readonly<Record<string, unknown>>) {
  const { filter, problems } = parseFilter(query)
  const [older, newer] = [parseCursor(query['older']), parseCursor(query['newer'])]
  const cursor = older ?? newer
  const direction: ListPlace['direction'] = older === undefined && newer !== undefined ? 'newer' : 'older'
  return { place: { filter, direction, cursor: cursor && formatCursor(cursor) } satisfies ListPlace, problems }
}

/** The place as an address query, without `?`; empty for the first page of everything. */
export function formatPlace({ filter, direction, cursor }: ListPlace): string {
  const query = new URLSearchParams(formatFilter(filter))
  if (cursor !== undefined) query.append(direction, cursor)
  return query.toString()
}

/** The address of the list, or of its `path`, at a place. */
export function addressOfList(visit: Pick<Visit, 'address'>, query = '', path = 'payments'): string {
  return visit.address(pathOfList(query, path))
}

/** The same below the mode. */
export function pathOfList(query: string, path: string): string {
  return query === '' ? path : `${path}?${query}`
}

/** No address of the list is longer. */
const maxLength = 2_000

/**
 * The place of the list from which a payment's page was opened, as its address carries it; empty where it says none. It is read and written
 * anew, so that it leads to this list only.
 */
export function placeBehind(visit: Pick<Visit, 'query'>): string {
  const from = visit.query('from') ?? ''
  if (from.length > maxLength) return ''
  return formatPlace(readPlace(Object.fromEntries(new URLSearchParams(from))).place)
}

type AddressSource = Pick<Visit, 'address' | 'query'>

interface PaymentPageState {
  /** What was done to it just now, which the page says. */
  readonly done?: string | undefined
  /** Which part is shown whole. */
  readonly all?: string | undefined
}

/** The address of a payment's page, which leads back to the list as it was. */
export function addressOfPayment(visit: AddressSource, id: string, state: PaymentPageState = {}): string {
  return visit.address(`payments/${id}`, { ...state, from: placeBehind(visit) || undefined })
}

/** The same below the mode. */
export function pathOfPayment(visit: AddressSource, id: string): string {
  return withQuery(`payments/${id}`, { from: placeBehind(visit) || undefined })
}

/** Where a form of a payment leads, below the mode. */
export function pathOfForm(visit: AddressSource, id: string, form: string): string {
  return withQuery(`payments/${id}/${form}`, { from: placeBehind(visit) || undefined })
}
