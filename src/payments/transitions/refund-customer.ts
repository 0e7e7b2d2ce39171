import { least } from '../../base/money.ts'
import { customerRefundEntries, type Entry, revertedWriteOffEntries } from '../../ledger/entries.ts'
import { type Payment, planTotal } from '../payment.ts'

/**
 * What the customer has paid beyond the plan's total goes back to the cards, in whole steps of them: rather a little more than less, so
 * that what is paid never exceeds the total (docs/contract/money.md#the-plan). What was written off is taken back first.
 */
export function refundCustomer(
  payment: Payment,
  cardStepMinor: bigint,
): { readonly after: Payment; readonly entries: readonly Entry[]; readonly returnedMinor: bigint } {
  const total = planTotal(payment)
  const room = total > payment.paidMinor ? total - payment.paidMinor : 0n
  const writtenOffMinor = least(payment.writtenOffMinor, room)
  const revertedMinor = payment.writtenOffMinor - writtenOffMinor
  const excess = payment.paidMinor - least(payment.paidMinor, total)
  const returnedMinor = least(payment.paidMinor, inSteps(excess, cardStepMinor))
  return {
    after: { ...payment, paidMinor: payment.paidMinor - returnedMinor, writtenOffMinor },
    entries: [
      ...(revertedMinor > 0n ? revertedWriteOffEntries(revertedMinor) : []),
      ...(returnedMinor > 0n ? customerRefundEntries(returnedMinor) : []),
    ],
    returnedMinor,
  }
}

function inSteps(amountMinor: bigint, stepMinor: bigint): bigint {
  return ((amountMinor + stepMinor - 1n) / stepMinor) * stepMinor
}
