import { formatMoney } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Sums } from '../settlement.ts'

/** A closed day and what it follows from. Amounts in minor units. */
export interface SettlementRecord extends Sums {
  readonly currency: string
  readonly date: string
  readonly endsAt: Instant
  /** The midnight that ends the date; null where the currency is none, and so nobody knows where it was. */
  readonly endedAt: Instant | null
  readonly closedAt: Instant
  readonly lines: number
  /** What the lines are that there are. */
  readonly found: Sums & { readonly lines: number }
  readonly sealNumber: bigint
  /** Whether its merchant's ledger has that seal, with the hash that is kept here. */
  readonly isSealed: boolean
  /** How it waits for its payout; null where it does not. */
  readonly pending: string | null
  /** It is of a sandbox's live payments: closed when the sandbox was left, and never paid out. */
  readonly isHeld: boolean
  /** How many payouts it is in. */
  readonly payouts: number
}

const sums = [
  ['captures', 'capturesMinor'],
  ['refunds', 'refundsMinor'],
  ['refunds of disputes', 'disputeRefundsMinor'],
  ['fees', 'feesMinor'],
  ['VAT', 'vatMinor'],
  ['net', 'netMinor'],
] as const

/** Holds a closed day against its lines, its date, the seal that it carries and its payout. */
export function findSettlementProblems(record: SettlementRecord): string[] {
  const { currency, date, endsAt, endedAt, closedAt, lines, found, sealNumber, isSealed } = record
  const problems: string[] = []
  for (const [name, sum] of sums) {
    if (record[sum] === found[sum]) continue
    const [told, computed] = [record[sum], found[sum]].map((minor) => formatMoney(minor, currency))
    problems.push(`${name} of ${date} is ${told}, by its lines it is ${computed}`)
  }
  if (lines !== found.lines) problems.push(`${lines} lines were closed on ${date}, and there are ${found.lines}`)
  if (endsAt !== endedAt) problems.push(`it is of ${date}, and ends at ${timeOf(endsAt)}, not ${timeOf(endedAt)}`)
  if (closedAt < endsAt && !record.isHeld)
    problems.push(`it was closed at ${timeOf(closedAt)}, before its day was over`)
  if (!isSealed)
    problems.push(
      `it was closed at seal ${sealNumber}, which its merchant's chain has not: its end was cut off, or it was changed`,
    )
  return [...problems, ...findPayoutProblems(record)]
}

function findPayoutProblems({ date, payouts, pending }: SettlementRecord): string[] {
  if (payouts > 1) return [`${date} is in ${payouts} payouts`]
  if (payouts === 1) return pending === null ? [] : [`${date} is in a payout, and is ${pending} as if it were not paid`]
  if (pending === null) return [`${date} is in no payout, and does not wait for one`]
  return pending === 'open' ? [`${date} is closed, and open again`] : []
}

function timeOf(at: Instant | null): string {
  return at === null ? 'a time that is not known' : new Date(at).toISOString()
}
