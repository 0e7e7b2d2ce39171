import { formatMoney } from '../../../platform/base/money.ts'
import { confirmedReturnEntries, type Entry, reversedReturnEntries } from '../../ledger/entries.ts'
import type { DatedEntry } from '../../ledger/entries-sql.ts'
import type { ReturnState } from '../return.ts'

/** A return with the entries that it posted. */
export interface ReturnRecord {
  readonly state: ReturnState
  readonly currency: string
  readonly amountMinor: bigint
  /** Whether it is older than the account `refunds_payable`. */
  readonly isEarly: boolean
  readonly entries: readonly DatedEntry[]
}

/**
 * Compares a return with its entries: two after its confirmation, two reversed ones after a failure of a confirmed
 * return, none otherwise. An early return that waited when the account was created also has opening entries. An early
 * return that was over by then has no entries of its confirmation.
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
  const confirmation = isEarly && opening.length === 0 ? [] : confirmedReturnEntries(amountMinor)
  const isReversed = state === 'failed' && own.length > 0
  const expected = new Map([
    [1, state === 'confirmed' || isReversed ? confirmation : []],
    [2, isReversed ? reversedReturnEntries(amountMinor) : []],
  ])
  const isRight =
    own.every(({ version }) => expected.has(version)) &&
    [...expected].every(([of, entries]) =>
      isSame(
        own.filter(({ version }) => version === of),
        entries,
        currency,
      ),
    )
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
