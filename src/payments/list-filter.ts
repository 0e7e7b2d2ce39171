import type { PaymentStatus } from './states.ts'

/** Which of a merchant's payments a status filter means: statuses, and of the CLOSED ones which. */
export interface ListFilter {
  readonly statuses: readonly PaymentStatus[]
  readonly closedAs: 'any' | 'captured' | 'refunded' | 'cancelled'
}

/** The words of the `status` query parameter: the API's own and the dashboard's (decisions section 6). */
export const listFilters: Readonly<Record<string, ListFilter>> = {
  authorized: { statuses: ['AUTHORIZED'], closedAs: 'any' },
  new: { statuses: ['AUTHORIZED'], closedAs: 'any' },
  closed: { statuses: ['CLOSED'], closedAs: 'any' },
  rejected: { statuses: ['REJECTED'], closedAs: 'any' },
  captured: { statuses: ['CLOSED'], closedAs: 'captured' },
  refunded: { statuses: ['CLOSED'], closedAs: 'refunded' },
  cancelled: { statuses: ['CLOSED'], closedAs: 'cancelled' },
}

/** Without a filter: payments in status AUTHORIZED or CLOSED. */
export const defaultFilter: ListFilter = { statuses: ['AUTHORIZED', 'CLOSED'], closedAs: 'any' }
