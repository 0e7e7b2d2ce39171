import { least } from '../../../platform/base/money.ts'
import { customerRefundEntries, type Entry, writtenOffEntries } from '../../ledger/entries.ts'
import { type Payment, planTotal } from '../payment.ts'

/**
 * What the change from `before` to `changed` makes too much of what the customer has paid goes back to the cards, in whole steps of them:
 * rather a little more than less (docs/contract/money.md#the-plan). What was too much before has failed to arrive: a person decides about it, and
 * it does not go out again. What was written off is taken back first, and the little that went back too much is written off, for it is less
 * than a step and no card can be charged it again.
 */
export function refundCustomer(
  before: Payment,
  changed: Payment,
  cardStepMinor: bigint,
): { readonly after: Payment; readonly entries: readonly Entry[]; readonly returnedMinor: bigint } {
  const excess = excessOf(changed) - excessOf(before)
  const returnedMinor = least(changed.paidMinor, inSteps(excess, cardStepMinor))
  const paidMinor = changed.paidMinor - returnedMinor
  const room = planTotal(changed) - least(paidMinor, planTotal(changed))
  const writtenOffMinor = returnedMinor > 0n ? room : least(changed.writtenOffMinor, room)
  return {
    after: { ...changed, paidMinor, writtenOffMinor },
    entries: [
      ...writtenOffEntries(writtenOffMinor - changed.writtenOffMinor),
      ...(returnedMinor > 0n ? customerRefundEntries(returnedMinor) : []),
    ],
    returnedMinor,
  }
}

/** What is paid beyond the plan's total. */
function excessOf(payment: Payment): bigint {
  return payment.paidMinor - least(payment.paidMinor, planTotal(payment))
}

function inSteps(amountMinor: bigint, stepMinor: bigint): bigint {
  return ((amountMinor + stepMinor - 1n) / stepMinor) * stepMinor
}
