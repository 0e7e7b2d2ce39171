import type { ListedAs } from '../payment.ts'

const closed = ['captured', 'refunded', 'cancelled'] as const

/**
 * The kinds of payments for each word of the `status` query parameter, of the API and the dashboard
 * (docs/contract/payments.md#list).
 */
export const listFilters: Readonly<Record<string, readonly ListedAs[]>> = {
  authorized: ['authorized'],
  new: ['authorized'],
  closed,
  rejected: ['rejected'],
  captured: ['captured'],
  refunded: ['refunded'],
  cancelled: ['cancelled'],
}

/** Without a filter: payments in status AUTHORIZED or CLOSED. */
export const defaultFilter: readonly ListedAs[] = ['authorized', ...closed]
