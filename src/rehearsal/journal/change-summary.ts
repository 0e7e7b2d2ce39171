import type { Currency } from '../../platform/base/markets.ts'
import { formatAmount } from '../../platform/base/money.ts'

/** Details of a change, from which its sentence is built. The triggers of 0150-journal.sql write them. */
export interface ChangeDetails {
  readonly of: 'payment' | 'dispute'
  /** The actor in the words of the timeline: `key …1111`, `customer`, `service`. */
  readonly actor: string
  /** The status after the change. */
  readonly status: string
  readonly currency: Currency
  readonly amount_minor: string | null
}

const happened: Readonly<Record<string, string>> = {
  create: 'was created',
  approve: 'was approved by support',
  authorize: 'was authorized',
  reject: 'was rejected',
  expire: 'expired',
  capture: 'was captured',
  close: 'was closed',
  refund: 'was refunded',
  update_reference: "got another reference of the merchant's",
  open_dispute: 'was disputed',
  end_dispute: 'is disputed no more',
  collect: 'was paid in part by the customer',
  fail_return: 'has a refund that did not arrive',
  write_off: 'was written off',
  correct: 'has corrected data of its customer',
  erase: 'has no data of its customer any more',
}

/**
 * Returns one sentence about a change, such as `The payment was captured by key …1111: 170.00 AED, and is AUTHORIZED.`
 */
export function changeSummary(operation: string | null, details: ChangeDetails): string {
  const { of, actor, status, currency, amount_minor } = details
  const what = happened[operation ?? ''] ?? `changed (${(operation ?? '').replaceAll('_', ' ')})`
  const amount = amount_minor === null ? '' : `: ${formatAmount(BigInt(amount_minor), currency)} ${currency}`
  const by = actor === '' ? '' : ` by ${actor === 'customer' || actor === 'service' ? `the ${actor}` : actor}`
  return `The ${of} ${what}${by}${amount}, and is ${status}.`
}
