import { createHash } from 'node:crypto'
import type { MerchantId, StoreId } from '../../../platform/base/ids.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import { accounts, causes } from '../../ledger/entries.ts'
import type { LocalDate } from '../../plans/local-time.ts'

/** The sum of an account's ledger entries of one cause, in a day of a store in one mode. */
export interface JournalSum {
  readonly date: LocalDate
  readonly merchantId: MerchantId
  readonly storeId: StoreId
  readonly merchantCode: string
  readonly currency: Currency
  readonly isTest: boolean
  /** The name of a cause and of an account of the ledger. */
  readonly cause: string
  readonly account: string
  /** Not zero. A debit is positive, a credit negative. */
  readonly amountMinor: bigint
}

/** A line of a journal entry: one account, debited or credited. */
export interface JournalLine extends JournalSum {
  /** The id of the entry. Its lines sum to zero. */
  readonly entryId: string
}

/** The ledger has entries that do not sum to zero, which no statement of the service posts. */
export class UnbalancedEntry extends Error {
  override readonly name = 'UnbalancedEntry'

  constructor({ date, merchantId, merchantCode, cause }: JournalSum) {
    super(`the entries of ${cause} on ${date}, store ${merchantCode} of merchant ${merchantId}, do not balance`)
  }
}

/**
 * Returns the journal lines of these sums in the order of their days, stores and causes, debits before credits. Throws
 * an UnbalancedEntry if an entry does not sum to zero.
 */
export function journalLinesOf(sums: readonly JournalSum[]): JournalLine[] {
  const entries = Map.groupBy(sums.toSorted(compareSums), entryIdOf)
  return [...entries].flatMap(([entryId, ofEntry]) => {
    const [first] = ofEntry
    const balance = ofEntry.reduce((total, { amountMinor }) => total + amountMinor, 0n)
    if (first !== undefined && balance !== 0n) throw new UnbalancedEntry(first)
    return ofEntry.map((sum) => ({ ...sum, entryId }))
  })
}

/**
 * Returns the id of the entry of a sum: its date, and 16 hex digits that stand for store, currency, mode and cause. The
 * same entry always has the same id.
 */
function entryIdOf({ date, merchantId, storeId, currency, isTest, cause }: JournalSum): string {
  const parts = [date, merchantId, storeId, currency, isTest ? 'test' : 'live', cause]
  return `${date}-${createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 16)}`
}

function compareSums(one: JournalSum, other: JournalSum): number {
  return (
    compareText(one.date, other.date) ||
    compareText(one.merchantCode, other.merchantCode) ||
    compareText(one.currency, other.currency) ||
    compareWord(causes, one.cause, other.cause) ||
    // Debits first.
    Number(other.amountMinor > 0n) - Number(one.amountMinor > 0n) ||
    compareWord(accounts, one.account, other.account)
  )
}

function compareWord(words: readonly string[], one: string, other: string): number {
  return words.indexOf(one) - words.indexOf(other) || compareText(one, other)
}

// By code units: the order of a language would depend on the machine.
function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}
