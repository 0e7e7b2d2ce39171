import { int4, int8, records, text } from '../../platform/db/columns.ts'
import { type JsonColumns, jsonColumns } from '../../platform/db/json-columns.ts'
import { type Account, accountFrom, type Cause, causeFrom, storedAccounts, storedCauses } from './entries.ts'

/**
 * How other rooms post, and look at what was posted: SQL for a statement that also writes what moves the money, so that both are
 * committed or neither. The tables are this room's.
 */

/** The entries of several changes, as one parameter; `number` tells which change an entry is of. */
export const entryRecords = records({ number: int4, account: text, cause: text, amount_minor: int8 })

/**
 * SQL: two members of a `with`, which post the entries (an expression of json, of `entryRecords`) of the changes in `from`, and leave them
 * to be sealed. `from` has number, merchant_id, version, currency, at, and in the column `source` the payment, return or payout.
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

/** A posted entry as `entriesOf` answers it: in the words of the rows, which `entryFrom` reads. */
export interface EntryRow {
  readonly version: number
  readonly account: string
  readonly cause: string
  readonly currency: string
  readonly amount_minor: string
}

/** SQL: every entry of the payment, return or payout of this alias, which has `merchant_id` and `id`: a JSON array of `EntryRow` by version. */
export function entriesOf(alias: string): string {
  return `(select coalesce(json_agg(json_build_object('version', version, 'account', account, 'cause', cause,
       'currency', currency, 'amount_minor', amount_minor::text) order by version), '[]')
     from ledger_entries where merchant_id = ${alias}.merchant_id and source_id = ${alias}.id)`
}

/** A posted entry as `everyEntryOf` answers it, with when it was posted: to the microsecond, in the server's words. */
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

// Millions of them pass here: no row is made on the way.
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

/** SQL: the entries of these causes on these accounts, for reports: merchant_id, source_id, version, currency, amount_minor. */
export function entriesBy(ofCauses: readonly Cause[], onAccounts: readonly Account[]): string {
  const words = (stored: readonly string[]): string => stored.map((word) => `'${word}'`).join(', ')
  return `select merchant_id, source_id, version, currency, amount_minor from ledger_entries
     where cause in (${words(ofCauses.map((cause) => storedCauses[cause]))})
       and account in (${words(onAccounts.map((account) => storedAccounts[account]))})`
}

/** SQL: every entry, for reports: merchant_id and source_id. */
export const everyEntry = 'select merchant_id, source_id from ledger_entries'

/** SQL: every change whose entries wait to be sealed: merchant_id, source_id and version. */
export const waitingChanges = 'select merchant_id, source_id, version from unsealed_entries'

/** SQL: the merchants of whose changes more than so many wait to be sealed: merchant_id. A look for each merchant who has any. */
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

/** SQL: whether a change, of these expressions, has posted to this account for this cause. */
export function hasPosted(
  [cause, account]: readonly [Cause, Account],
  change: { readonly merchantId: string; readonly sourceId: string; readonly version: string },
): string {
  return `exists (
       select from ledger_entries as entry where entry.merchant_id = ${change.merchantId} and entry.source_id = ${change.sourceId}
         and entry.version = ${change.version} and entry.cause = '${storedCauses[cause]}' and entry.account = '${storedAccounts[account]}'
     )`
}

/** An entry as it was posted, in the accounts' and causes' names; in a row's own word where there is none, which only a hand wrote. */
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
