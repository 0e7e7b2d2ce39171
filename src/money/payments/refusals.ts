import type { AmountProblem } from '../../platform/base/money.ts'
import { badData, conflict, noPermission, notFound, varying } from '../../platform/base/refusals.ts'
import { undecodedQuery } from '../../platform/http/page-query.ts'

/** All refusals of this room (docs/contract/payments.md). */
export const refusals = {
  undecoded: undecodedQuery,
  noSuchPayment: notFound('no such payment'),
  locked: conflict('could not acquire lock: payment is locked'),
  /** The page showed another amount or reference. */
  changed: conflict('payment has changed'),
  /** Made by a sandbox: read-only. */
  held: badData('payment was made in a sandbox'),
  alreadyClosed: badData('already closed'),
  captureNotAuthorized: badData('could not capture not authorized payments'),
  captureTooLarge: badData('could not capture more than not captured yet'),
  closeNotAuthorized: badData('only authorized payments can be closed'),
  closeExpired: badData('could not cancel payment: payment was already expired'),
  refundNotCaptured: badData('can not refund payment that has no captures and not closed'),
  refundTooLate: varying(
    badData,
    (days: number) => `can not refund payment later than ${days} ${days === 1 ? 'day' : 'days'} after its creation`,
    180,
  ),
  refundNotPositive: badData('refund amount is less then or equals zero'),
  refundTooLarge: badData('refund amount should be less or equal than billed amount'),
  tooManyMovements: badData('too many movements on this payment'),
  disputed: conflict('payment is disputed'),
  noSuchReturn: notFound('no such return'),
  returnWaits: conflict('another return of this payment waits to be confirmed'),
  returnDecided: conflict('the return has been decided'),
  returnNeedsAnother: noPermission('another person confirms it'),
  notOpen: badData('payment is not waiting for the customer'),
  notReferred: badData('payment is not waiting for a decision'),
  notDisputable: badData('only captured money that was not refunded can be disputed'),
}

/** Returns the message for a wrong amount. */
export function amountMessage(problem: AmountProblem | 'not positive' | 'negative', decimals: number): string {
  const messages: Record<typeof problem, string> = {
    'not a number': 'must be a decimal number',
    'not positive': 'must be positive',
    negative: 'must be zero or more',
    'too many decimals': `must have at most ${decimals} decimals`,
    'too large': 'must be at most 999999999',
  }
  return messages[problem]
}
