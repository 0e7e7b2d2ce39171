import { int4, int8, records, text } from '../db/columns.ts'
import { type Entry, storedCauses } from './entries.ts'

/**
 * How other rooms post, and look at what was posted: SQL for a statement that also writes what moves the money, so that both are
 * committed or neither. The table is this room's.
 */

/** The entries of several changes, as one parameter; `number` tells which change an entry is of. */
export const entryRecords = records({ number: int4, account: text, cause: text, amount_minor: int8 })

/** An entry as `entryRecords` takes it, but for its number. */
export function entryRecordOf({ account, cause, amountMinor }: Entry) {
  return { account, cause: storedCauses[cause], amount_minor: amountMinor }
}

/**
 * SQL: posts the entries (an expression of json, of `entryRecords`) of the changes in `from`, which has number, merchant_id,
 * payment_id, version, currency and at.
 */
export function postEntries(from: string, entries: string): string {
  return `insert into ledger_entries (merchant_id, payment_id, version, account, cause, currency, amount_minor, at)
     select change.merchant_id, change.payment_id, change.version, entry.account, entry.cause, change.currency,
       entry.amount_minor, change.at
     from ${from} as change
     join json_to_recordset(${entries}) as entry (${entryRecords.definition}) on entry.number = change.number`
}

/** A posted entry as `entriesOf` answers it. */
export interface EntryRow {
  readonly version: number
  readonly account: string
  readonly cause: string
  readonly currency: string
  readonly amount_minor: string
}

/** SQL: every entry of the payment of this alias, which has `merchant_id` and `id`: a JSON array of `EntryRow` by version. */
export function entriesOf(alias: string): string {
  return `(select coalesce(json_agg(json_build_object('version', version, 'account', account, 'cause', cause,
       'currency', currency, 'amount_minor', amount_minor::text) order by version), '[]')
     from ledger_entries where merchant_id = ${alias}.merchant_id and payment_id = ${alias}.id)`
}
