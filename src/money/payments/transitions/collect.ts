import { least } from '../../../platform/base/money.ts'
import { failedReturnEntries, installmentEntries, writeOffEntries, writtenOffEntries } from '../../ledger/entries.ts'
import { changePayment, collectable, type Payment, type PaymentChange, planTotal } from '../payment.ts'
import { refundCustomer } from './refund-customer.ts'

/** The customer has paid: so much was charged to a card. What is more than the plan's total goes back at once. */
export function collect(payment: Payment, amountMinor: bigint, cardStepMinor: bigint): PaymentChange {
  const paid = { ...payment, paidMinor: payment.paidMinor + amountMinor }
  const { after, entries, returnedMinor } = refundCustomer(payment, paid, cardStepMinor)
  return changePayment('collect', payment, after, {
    entries: [...installmentEntries(amountMinor), ...entries],
    returnedMinor,
  })
}

/** Money on its way back to a card did not arrive: it counts as paid again, before what was written off, and is owed to the customer. */
export function failReturn(payment: Payment, amountMinor: bigint): PaymentChange {
  const paidMinor = payment.paidMinor + amountMinor
  const total = planTotal(payment)
  const writtenOffMinor = least(payment.writtenOffMinor, total > paidMinor ? total - paidMinor : 0n)
  const after = { ...payment, paidMinor, writtenOffMinor }
  const entries = [...failedReturnEntries(amountMinor), ...writtenOffEntries(writtenOffMinor - payment.writtenOffMinor)]
  return changePayment('fail_return', payment, after, { entries })
}

/** What is left to collect is too little for any card. */
export function writeOff(payment: Payment): PaymentChange {
  const amountMinor = collectable(payment)
  const after = { ...payment, writtenOffMinor: payment.writtenOffMinor + amountMinor }
  return changePayment('write_off', payment, after, { entries: writeOffEntries(amountMinor) })
}
