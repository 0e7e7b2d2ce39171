import { type Instant, wholeSecond } from '../../../platform/base/times.ts'
import { changePayment, closedAt, isClosable, type Payment, type PaymentChange } from '../payment.ts'
import { refusals } from '../refusals.ts'
import { refundCustomer } from './refund-customer.ts'

/**
 * Closes an AUTHORIZED payment. The paid amount for goods that are not captured returns to the cards, in the card's
 * steps.
 */
export function close(payment: Payment, at: Instant, cardStepMinor = 1n): PaymentChange {
  if (payment.status === 'CLOSED') throw refusals.alreadyClosed()
  if (payment.status !== 'AUTHORIZED') throw refusals.closeNotAuthorized()
  if (!isClosable(payment, at)) throw refusals.closeExpired()
  const { after, entries, returnedMinor } = refundCustomer(payment, closedAt(payment, wholeSecond(at)), cardStepMinor)
  return changePayment('close', payment, after, { entries, returnedMinor, announce: [after] })
}
