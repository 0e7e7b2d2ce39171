import { least } from '../../../platform/base/money.ts'
import { failedReturnEntries, installmentEntries, writeOffEntries, writtenOffEntries } from '../../ledger/entries.ts'
import { changePayment, type Payment, type PaymentChange } from '../payment.ts'
import { collectable, planTotal } from '../payment-plan.ts'
import { refundCustomer } from './refund-customer.ts'

/** Adds a charge to the paid amount. An excess over the plan's total returns to the cards at once. */
export function collect(payment: Payment, amountMinor: bigint, cardStepMinor: bigint): PaymentChange {
  const paid = { ...payment, paidMinor: payment.paidMinor + amountMinor }
  const { after, entries, returnedMinor } = refundCustomer(payment, paid, cardStepMinor)
  return changePayment('collect', payment, after, {
    entries: [...installmentEntries(amountMinor), ...entries],
    returnedMinor,
  })
}

/**
 * Takes back a return that failed: its amount counts as paid again, before the written-off amount, and is owed to the
 * customer.
 */
export function failReturn(payment: Payment, amountMinor: bigint): PaymentChange {
  const paidMinor = payment.paidMinor + amountMinor
  const total = planTotal(payment)
  const writtenOffMinor = least(payment.writtenOffMinor, total > paidMinor ? total - paidMinor : 0n)
  const after = { ...payment, paidMinor, writtenOffMinor }
  const entries = [...failedReturnEntries(amountMinor), ...writtenOffEntries(writtenOffMinor - payment.writtenOffMinor)]
  return changePayment('fail_return', payment, after, { entries })
}

/** Writes off the collectable amount, which is too small for any card. */
export function writeOff(payment: Payment): PaymentChange {
  const amountMinor = collectable(payment)
  const after = { ...payment, writtenOffMinor: payment.writtenOffMinor + amountMinor }
  return changePayment('write_off', payment, after, { entries: writeOffEntries(amountMinor) })
}
