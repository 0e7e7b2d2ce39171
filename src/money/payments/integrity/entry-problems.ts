import { formatMoney } from '../../../platform/base/money.ts'
import {
  captureEntries,
  customerRefundEntries,
  downPaymentEntries,
  type Entry,
  failedReturnEntries,
  feeEntries,
  installmentEntries,
  refundEntries,
  serviceFeeEntries,
  writtenOffEntries,
} from '../../ledger/entries.ts'
import type { DatedEntry } from '../../ledger/entries-sql.ts'
import { type PaymentRecord, type RecordedStep, sum } from './record.ts'

/** The debited and the credited account of each cause, and whether it may be reversed. */
const postings: ReadonlyMap<string, readonly [debit: string, credit: string, isEitherWay: boolean]> = new Map([
  ['down_payment', pairOf(downPaymentEntries(1n))],
  ['installment', pairOf(installmentEntries(1n))],
  ['capture', pairOf(captureEntries(1n))],
  ['refund', pairOf(refundEntries(1n))],
  ['customer_refund', pairOf(customerRefundEntries(1n))],
  ['failed_return', pairOf(failedReturnEntries(1n))],
  ['write_off', pairOf(writtenOffEntries(1n), true)],
  ['service_fee', pairOf(serviceFeeEntries(1n), true)],
  ['fee', pairOf(feeEntries(1n, 0n), true)],
  ['fee_vat', pairOf(feeEntries(0n, 1n), true)],
])

function pairOf([debit, credit]: readonly Entry[], isEitherWay = false): readonly [string, string, boolean] {
  return [debit?.account ?? '', credit?.account ?? '', isEitherWay]
}

/** The causes that each transition may post. */
const causesOf: Readonly<Record<string, readonly string[]>> = {
  authorize: ['down_payment'],
  capture: ['capture', 'service_fee', 'fee', 'fee_vat'],
  refund: ['refund', 'customer_refund', 'write_off', 'service_fee', 'fee', 'fee_vat'],
  close: ['customer_refund', 'write_off', 'service_fee'],
  collect: ['installment', 'customer_refund', 'write_off'],
  fail_return: ['failed_return', 'write_off'],
  write_off: ['write_off'],
}
// Accounts of returns before `refunds_payable` existed.
const earlierAccounts: Readonly<Record<string, string>> = {
  customer_refund: 'card_clearing',
  failed_return: 'card_clearing',
}

/** Compares the entries of each version with those that its transition posts: accounts, amounts, time and currency. */
export function findEntryProblems(record: PaymentRecord): string[] {
  const { entries, timeline, currency } = record
  const found: string[] = []
  const steps = new Map(timeline.map((step) => [step.version, step]))
  const byVersion = Map.groupBy(entries, ({ version }) => version)
  for (const [version, posted] of byVersion) {
    const total = sum(posted)
    if (total !== 0n) {
      found.push(`the ledger entries of version ${version} sum to ${formatMoney(total, currency)} and not to 0`)
    }
    const step = steps.get(version)
    if (step === undefined) found.push(`there are ledger entries of a version ${version}, and no such version`)
    else found.push(...comparePosted(step, posted))
  }
  if (entries.some((entry) => entry.currency !== currency)) found.push('a ledger entry is in another currency')
  for (const step of timeline) found.push(...compareMovement(step, byVersion.get(step.version) ?? [], currency))
  return found
}

function comparePosted({ version, transition, at }: RecordedStep, posted: readonly DatedEntry[]): string[] {
  const found: string[] = []
  for (const [cause, entries] of Map.groupBy(posted, (entry) => entry.cause)) {
    const isAllowed = causesOf[transition]?.includes(cause) ?? false
    if (isAllowed && isPosting(cause, entries)) continue
    const shown = entries.map(
      ({ account, amountMinor, currency }) => `${account} ${formatMoney(amountMinor, currency)}`,
    )
    found.push(`version ${version} is ${nounOf(transition)} and posts no such ${cause}: ${shown.join(', ')}`)
  }
  const other = posted.find((entry) => entry.at !== at)
  if (other !== undefined) found.push(`version ${version} is dated ${at}, its ${other.cause} in the ledger ${other.at}`)
  return found
}

function nounOf(transition: string): string {
  return `${/^[aeiou]/.test(transition) ? 'an' : 'a'} ${transition}`
}

function isPosting(cause: string, [one, other, ...more]: readonly DatedEntry[]): boolean {
  const pair = postings.get(cause)
  if (pair === undefined || one === undefined || other === undefined || more.length > 0) return false
  const [debit, credit] = one.amountMinor > 0n ? [one, other] : [other, one]
  if (debit.amountMinor <= 0n || debit.amountMinor + credit.amountMinor !== 0n) return false
  const accountOf = ({ account }: DatedEntry): string =>
    earlierAccounts[cause] === account ? 'refunds_payable' : account
  const [debited, credited] = [accountOf(debit), accountOf(credit)]
  const [expected, against, isEitherWay] = pair
  return (debited === expected && credited === against) || (isEitherWay && debited === against && credited === expected)
}

// The timeline has the amount and the fee of a capture or refund.
function compareMovement(step: RecordedStep, posted: readonly DatedEntry[], currency: string): string[] {
  const { version, transition, amountMinor, fee } = step
  if (transition !== 'capture' && transition !== 'refund') return []
  const sign = transition === 'capture' ? -1n : 1n
  const ofMerchant = (cause: string): bigint =>
    sum(posted.filter((entry) => entry.cause === cause && entry.account === 'merchant_payable'))
  const compare = (name: string, recorded: bigint, entered: bigint): string[] =>
    recorded === entered
      ? []
      : [
          `the timeline's ${name} of version ${version} is ${formatMoney(recorded, currency)}, in the ledger it is ${formatMoney(entered, currency)}`,
        ]
  return [
    ...compare(transition, amountMinor ?? 0n, sign * ofMerchant(transition)),
    ...compare('fee', fee?.feeMinor ?? 0n, ofMerchant('fee')),
    ...compare('VAT', fee?.vatMinor ?? 0n, ofMerchant('fee_vat')),
  ]
}
