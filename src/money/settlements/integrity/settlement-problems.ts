import { formatMoney } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Sums } from '../settlement.ts'

/** A closed day with its sources. Amounts in minor units. */
export interface SettlementRecord extends Sums {
  readonly currency: string
  readonly date: string
  readonly endsAt: Instant
  /** The midnight at the end of the date; null if the currency is unknown, and with it the time zone. */
  readonly endedAt: Instant | null
  readonly closedAt: Instant
  readonly lines: number
  /** The sums of its lines. */
  readonly found: Sums & { readonly lines: number }
  readonly sealNumber: bigint
  /** Whether the merchant's ledger has the settlement's seal with the same hash. */
  readonly isSealed: boolean
  /** Its state as a pending settlement; null if it is not pending. */
  readonly pending: string | null
  /** Whether it is of a sandbox's live payments: closed by `production prepare`, and never paid out. */
  readonly isHeld: boolean
  /** The number of payouts that contain it. */
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

/** Compares a closed day with its lines, date, seal and payout. */
export function findSettlementProblems(record: SettlementRecord): string[] {
  const { currency, date, endsAt, endedAt, closedAt, lines, found, sealNumber, isSealed } = record
  const problems: string[] = []
  for (const [name, sum] of sums) {
    if (record[sum] === found[sum]) continue
    const [recorded, computed] = [record[sum], found[sum]].map((minor) => formatMoney(minor, currency))
    problems.push(`${name} of ${date} is ${recorded}, by its lines it is ${computed}`)
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
