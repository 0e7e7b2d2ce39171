import { least } from '../../base/money.ts'
import { customerRefundEntries, type Entry, writtenOffEntries } from '../../ledger/entries.ts'
import { type Payment, planTotal } from '../payment.ts'

/**
 * What the customer has paid beyond the plan's total goes back to the cards, in whole steps of them: rather a little more than less, so
 * that what is paid never exceeds the total (docs/contract/money.md#the-plan). What was written off is taken back first, and the little
 * that went back too much is written off, for it is less than a step and no card can be charged it again.
 */
export function refundCustomer(
  payment: Payment,
  cardStepMinor: bigint,
): { readonly after: Payment; readonly entries: readonly Entry[]; readonly returnedMinor: bigint } {
  const total = planTotal(payment)
  const excess = payment.paidMinor - least(payment.paidMinor, total)
  const returnedMinor = least(payment.paidMinor, inSteps(excess, cardStepMinor))
  const paidMinor = payment.paidMinor - returnedMinor
  const room = total - paidMinor
  const writtenOffMinor = returnedMinor > 0n ? room : least(payment.writtenOffMinor, room)
  return {
    after: { ...payment, paidMinor, writtenOffMinor },
    entries: [
      ...writtenOffEntries(writtenOffMinor - payment.writtenOffMinor),
      ...(returnedMinor > 0n ? customerRefundEntries(returnedMinor) : []),
    ],
    returnedMinor,
  }
}

function inSteps(amountMinor: bigint, stepMinor: bigint): bigint {
  return ((amountMinor + stepMinor - 1n) / stepMinor) * stepMinor
}
