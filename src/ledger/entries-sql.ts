/** How other rooms look at what was posted: SQL for their statements. The table is this room's. */

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
