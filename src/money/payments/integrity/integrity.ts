import { formatMoney } from '../../../platform/base/money.ts'
import type { Account, Cause } from '../../ledger/entries.ts'
import { keptFee, postedFee } from '../payment-plan.ts'
import { findEntryProblems } from './entry-problems.ts'
import { findFeeProblems } from './fee-problems.ts'
import { type PaymentRecord, sum } from './record.ts'
import { findRefundedFeeProblems } from './refunded-fee-problems.ts'
import { findStepProblems } from './step-problems.ts'

/** Recomputes a payment from ledger and timeline. Returns a sentence for each difference. Empty: no differences. */
export function findProblems(record: PaymentRecord): string[] {
  return [
    ...findSumProblems(record),
    ...findEntryProblems(record),
    ...findStepProblems(record),
    ...findFeeProblems(record),
    ...findServiceFeeProblems(record),
    ...findRefundedFeeProblems(record),
    ...findNotificationProblems(record),
  ]
}

function findSumProblems(record: PaymentRecord): string[] {
  const { entries, timeline, currency, capturedMinor, refundedMinor, paidMinor, writtenOffMinor } = record
  const balance = (account: Account, ...causes: Cause[]): bigint =>
    sum(entries.filter((entry) => entry.account === account && (causes as string[]).includes(entry.cause)))
  const moved = (transition: string): bigint => sum(timeline.filter((step) => step.transition === transition))
  const compare = (what: string, stored: bigint, source: string, computed: bigint): string[] =>
    stored === computed
      ? []
      : [`${what} is ${formatMoney(stored, currency)}, by ${source} it is ${formatMoney(computed, currency)}`]
  const paid = -balance('customer_receivable', 'down_payment', 'installment', 'customer_refund', 'failed_return')
  return [
    ...compare('captured', capturedMinor, 'the ledger', -balance('merchant_payable', 'capture')),
    ...compare('refunded', refundedMinor, 'the ledger', balance('merchant_payable', 'refund')),
    ...compare('paid', paidMinor, 'the ledger', paid),
    ...compare('written off', writtenOffMinor, 'the ledger', balance('write_off', 'write_off')),
    ...compare('captured', capturedMinor, 'the captures', moved('capture')),
    ...compare('refunded', refundedMinor, 'the refunds', moved('refund')),
    ...(capturedMinor > record.amountMinor ? ['more was captured than the amount'] : []),
    ...(refundedMinor > capturedMinor ? ['more was refunded than was captured'] : []),
  ]
}

function findServiceFeeProblems(record: PaymentRecord): string[] {
  const { entries, currency, planProblem, storedFee } = record
  if (planProblem !== undefined) return [`its plan cannot be read: ${planProblem}`]
  const income = -sum(entries.filter(({ account }) => account === 'service_fee_income'))
  const found: string[] = []
  const due = postedFee(record)
  if (income !== due) {
    found.push(
      `the customer's fee is ${formatMoney(income, currency)} in the ledger, by its terms ${formatMoney(due, currency)}`,
    )
  }
  const kept = String(keptFee(record))
  if (storedFee !== null && storedFee !== kept) {
    found.push(`the stored fee of the customer is ${storedFee} minor units, by its terms ${kept}`)
  }
  return found
}

// Retention removes the oldest notifications first. The last one that was announced stays.
function findNotificationProblems({ announced, sequences }: PaymentRecord): string[] {
  const first = announced - sequences.length + 1
  const isWhole = sequences.every((sequence, index) => sequence === first + index)
  return isWhole ? [] : [`${announced} notifications were announced, there are ${sequences.join(', ')}`]
}
