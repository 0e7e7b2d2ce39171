import { formatMoney } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { payoutEntries } from '../../ledger/entries.ts'
import type { DatedEntry } from '../../ledger/entries-sql.ts'
import type { PayoutState } from '../payout.ts'

/** A payout with its settlements and entries. Amounts in minor units. */
export interface PayoutRecord {
  readonly currency: string
  readonly amountMinor: bigint
  readonly state: PayoutState
  readonly paidAt: Instant | null
  /** The number of its settlements, and of those that are missing or of another store, mode or currency. */
  readonly settlements: number
  readonly foreignSettlements: number
  /** Their sum. */
  readonly settledMinor: bigint
  readonly entries: readonly DatedEntry[]
}

/** Compares a payout with its settlements and its entries: a paid payout has two entries, any other none. */
export function findPayoutProblems(record: PayoutRecord): string[] {
  const { currency, amountMinor, state, paidAt, settlements, foreignSettlements, settledMinor, entries } = record
  const found: string[] = []
  const amount = formatMoney(amountMinor, currency)
  if (amountMinor <= 0n) found.push(`it pays ${amount}`)
  if (amountMinor !== settledMinor) {
    found.push(`it pays ${amount}, its ${settlements} settlements come to ${formatMoney(settledMinor, currency)}`)
  }
  if (foreignSettlements > 0) {
    found.push(
      `${foreignSettlements} of its ${settlements} settlements are of another store, mode or currency, or of none`,
    )
  }
  const expected = state === 'paid' && amountMinor > 0n ? payoutEntries(amountMinor) : []
  const key = ({ account, cause, amountMinor: minor }: Pick<DatedEntry, 'account' | 'cause' | 'amountMinor'>): string =>
    `${account} ${cause} ${minor}`
  const isPosted =
    entries.map(key).toSorted().join() === expected.map(key).toSorted().join() &&
    entries.every(({ version, at, currency: own }) => version === 1 && own === currency && Date.parse(at) === paidAt)
  if (!isPosted) {
    const posted = entries.map(
      (entry) => `${entry.account} ${formatMoney(entry.amountMinor, entry.currency)} at ${entry.at}`,
    )
    const when = paidAt === null ? '' : ` at ${new Date(paidAt).toISOString()}`
    found.push(`it is ${state}${when}, of ${amount}, and the ledger has of it ${posted.join(', ') || 'nothing'}`)
  }
  return found
}
