import { failedReturnEntries, installmentEntries, writeOffEntries } from '../../ledger/entries.ts'
import { changePayment, collectable, type Payment, type PaymentChange } from '../payment.ts'
import { refundCustomer } from './refund-customer.ts'

/** The customer has paid: so much was charged to a card. What is more than the plan's total goes back at once. */
export function collect(payment: Payment, amountMinor: bigint, cardStepMinor: bigint): PaymentChange {
  const paid = { ...payment, paidMinor: payment.paidMinor + amountMinor }
  const { after, entries, returnedMinor } = refundCustomer(paid, cardStepMinor)
  return changePayment('collect', payment, after, {
    entries: [...installmentEntries(amountMinor), ...entries],
    returnedMinor,
  })
}

/** Money on its way back to a card did not arrive: it counts as paid again, and is owed to the customer. */
export function failReturn(payment: Payment, amountMinor: bigint): PaymentChange {
  const after = { ...payment, paidMinor: payment.paidMinor + amountMinor }
  return changePayment('fail_return', payment, after, { entries: failedReturnEntries(amountMinor) })
}

/** What is left to collect is too little for any card. */
export function writeOff(payment: Payment): PaymentChange {
  const amountMinor = collectable(payment)
  const after = { ...payment, writtenOffMinor: payment.writtenOffMinor + amountMinor }
  return changePayment('write_off', payment, after, { entries: writeOffEntries(amountMinor) })
}
