import { formatMoney } from '../../base/money.ts'
import { confirmedReturnEntries, type Entry } from '../../ledger/entries.ts'
import type { DatedEntry } from '../../ledger/entries-sql.ts'
import type { ReturnState } from '../return.ts'

/** A return and what it has posted itself. */
export interface ReturnRecord {
  readonly state: ReturnState
  readonly currency: string
  readonly amountMinor: bigint
  /** Whether it was written down before there was an account for what is on its way back. */
  readonly isEarly: boolean
  readonly entries: readonly DatedEntry[]
}

/**
 * Holds a return against its own entries: once it is confirmed it has two, before that and where it has failed none. Of an early one that
 * waited when the account was made, the opening ones come before; one that was over by then has none at all.
 */
export function findReturnProblems({ state, currency, amountMinor, isEarly, entries }: ReturnRecord): string[] {
  const found: string[] = []
  const opening = entries.filter(({ version }) => version === 0)
  const own = entries.filter(({ version }) => version !== 0)
  const shown = (of: readonly DatedEntry[]): string =>
    of.map((entry) => `${entry.account} ${formatMoney(entry.amountMinor, entry.currency)} (${entry.cause})`).join(', ')
  if (opening.length > 0 && !(isEarly && isSame(opening, openingEntries(amountMinor), currency))) {
    found.push(`it is of ${formatMoney(amountMinor, currency)}, and was opened with ${shown(opening)}`)
  }
  if (isEarly && state === 'waiting' && opening.length === 0) found.push('it waits, and nothing says what is owed')
  const isPosted = state === 'confirmed' && (!isEarly || opening.length > 0)
  const expected = isPosted ? confirmedReturnEntries(amountMinor) : []
  const isRight = isSame(own, expected, currency) && own.every(({ version }) => version === 1)
  if (!isRight) {
    found.push(
      `it is ${state}, of ${formatMoney(amountMinor, currency)}, and the ledger has of it ${shown(own) || 'nothing'}`,
    )
  }
  return found
}

function openingEntries(amountMinor: bigint): Entry[] {
  return confirmedReturnEntries(amountMinor).map((entry) => ({
    account: entry.account,
    cause: 'opening',
    amountMinor: -entry.amountMinor,
  }))
}

function isSame(posted: readonly DatedEntry[], expected: readonly Entry[], currency: string): boolean {
  const key = ({
    account,
    cause,
    amountMinor,
  }: Omit<Entry, 'account' | 'cause'> & { account: string; cause: string }) => `${account} ${cause} ${amountMinor}`
  return (
    posted.every((entry) => entry.currency === currency) &&
    posted.map(key).toSorted().join() === expected.map(key).toSorted().join()
  )
}
