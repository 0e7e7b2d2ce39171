import { int4, int8, type JsonColumns, jsonColumns, records, text } from '../../platform/db/columns.ts'
import { type Account, accountFrom, type Cause, causeFrom, storedAccounts, storedCauses } from './entries.ts'

/**
 * SQL for other rooms to post entries, and to read posted ones. They post in the statement that moves the money, so
 * that both are committed or neither.
 */

/** The entries of several changes, as one parameter. `number`: the change of an entry. */
export const entryRecords = records({ number: int4, account: text, cause: text, amount_minor: int8 })

/**
 * SQL: two members of a `with` that post the entries (a json expression, of `entryRecords`) of the changes in `from`,
 * and queue them for sealing. `from` has number, merchant_id, version, currency and at. Its column `source` has the
 * payment, return or payout.
 */
export function postEntries(from: string, source: string, entries: string): string {
  return `posted as (
     insert into ledger_entries (merchant_id, source_id, version, account, cause, currency, amount_minor, at)
     select change.merchant_id, change.${source}, change.version, entry.account, entry.cause, change.currency,
       entry.amount_minor, change.at
     from ${from} as change
     join json_to_recordset(${entries}) as entry (${entryRecords.definition}) on entry.number = change.number
     returning merchant_id, source_id, version
   ), unsealed as (
     insert into unsealed_entries (merchant_id, source_id, version)
     select distinct merchant_id, source_id, version from posted
   )`
}

/** A posted entry as `entriesOf` returns it, with stored words; see `entryFrom`. */
export interface EntryRow {
  readonly version: number
  readonly account: string
  readonly cause: string
  readonly currency: string
  readonly amount_minor: string
}

/**
 * SQL: the entries of the payment, return or payout of this alias, which has `merchant_id` and `id`, as a JSON array of
 * `EntryRow` by version.
 */
export function entriesOf(alias: string): string {
  return `(select coalesce(json_agg(json_build_object('version', version, 'account', account, 'cause', cause,
       'currency', currency, 'amount_minor', amount_minor::text) order by version), '[]')
     from ledger_entries where merchant_id = ${alias}.merchant_id and source_id = ${alias}.id)`
}

/** A posted entry as `everyEntryOf` returns it, with its time to the microsecond, as the server writes it. */
export type DatedEntryRow = EntryRow & { readonly at: string }

/** SQL: the same for reports, as `JsonColumns` of `DatedEntryRow`. */
export function everyEntryOf(alias: string): string {
  const row = jsonColumns<DatedEntryRow>({
    version: 'version',
    account: 'account::text',
    cause: 'cause::text',
    currency: 'currency::text',
    amount_minor: 'amount_minor::text',
    at: 'at',
  })
  return `(select ${row} from ledger_entries where merchant_id = ${alias}.merchant_id and source_id = ${alias}.id)`
}

export type DatedEntry = PostedEntry & { readonly at: string }

// Reads the columns directly: the doctor reads millions of entries.
export function datedEntriesFrom(columns: JsonColumns<DatedEntryRow>): DatedEntry[] {
  const { version, account, cause, currency, amount_minor, at } = columns
  return (version ?? []).map((ofVersion, row) => ({
    version: ofVersion,
    account: accountFrom(account?.[row]),
    cause: causeFrom(cause?.[row]),
    currency: currency?.[row] ?? '',
    amountMinor: BigInt(amount_minor?.[row] ?? 0),
    at: at?.[row] ?? '',
  }))
}

/**
 * SQL: the entries of these causes on these accounts, for reports: merchant_id, source_id, version, currency,
 * amount_minor.
 */
export function entriesBy(ofCauses: readonly Cause[], onAccounts: readonly Account[]): string {
  const words = (stored: readonly string[]): string => stored.map((word) => `'${word}'`).join(', ')
  return `select merchant_id, source_id, version, currency, amount_minor from ledger_entries
     where cause in (${words(ofCauses.map((cause) => storedCauses[cause]))})
       and account in (${words(onAccounts.map((account) => storedAccounts[account]))})`
}

/**
 * SQL: all entries of a merchant (an expression), for reports: source_id, version, currency, cause, account,
 * amount_minor and at.
 */
export function entriesOfMerchant(merchantId: string): string {
  return `select source_id, version, currency, cause, account, amount_minor, at from ledger_entries
     where merchant_id = ${merchantId}`
}

/** SQL: all entries, for reports: merchant_id and source_id. */
export const everyEntry = 'select merchant_id, source_id from ledger_entries'

/** SQL: the changes with unsealed entries: merchant_id, source_id and version. */
export const waitingChanges = 'select merchant_id, source_id, version from unsealed_entries'

/**
 * SQL: the merchants with more than `beyond` unsealed changes: merchant_id. One index lookup for each merchant that has
 * any.
 */
export function merchantsWaiting(beyond: string): string {
  return `with recursive merchant as (
       (select merchant_id from unsealed_entries order by merchant_id limit 1)
       union all
       select (
         select next.merchant_id from unsealed_entries as next where next.merchant_id > merchant.merchant_id
         order by next.merchant_id limit 1
       )
       from merchant where merchant.merchant_id is not null
     )
     select merchant_id from merchant where merchant_id is not null and exists (
       select from unsealed_entries as waiting where waiting.merchant_id = merchant.merchant_id offset ${beyond}
     )`
}

/** SQL: whether a change (expressions) has posted to this account for this cause. */
export function hasPosted(
  [cause, account]: readonly [Cause, Account],
  change: { readonly merchantId: string; readonly sourceId: string; readonly version: string },
): string {
  return `exists (
       select from ledger_entries as entry where entry.merchant_id = ${change.merchantId} and entry.source_id = ${change.sourceId}
         and entry.version = ${change.version} and entry.cause = '${storedCauses[cause]}' and entry.account = '${storedAccounts[account]}'
     )`
}

/**
 * A posted entry with the names of accounts and causes. An unknown stored word stays: then a person wrote the row by
 * hand.
 */
export interface PostedEntry {
  readonly version: number
  readonly account: string
  readonly cause: string
  readonly currency: string
  readonly amountMinor: bigint
}

export function entryFrom({ version, account, cause, currency, amount_minor }: EntryRow): PostedEntry {
  return {
    version,
    account: accountFrom(account),
    cause: causeFrom(cause),
    currency,
    amountMinor: BigInt(amount_minor),
  }
}
