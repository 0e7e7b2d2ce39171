import type { Records } from './records.ts'

// Tables that background work changes. Counts and figures follow from payments and visits; the doctor compares them.
const changedByItself = [
  ...['deliveries', 'delivery_attempts', 'payment_counts', 'payment_count_changes', 'payment_store_counts'],
  ...['payment_figures', 'payment_search_gaps', 'visit_changes', 'visit_figures'],
  // Posted entries are sealed and booked seconds later.
  ...['unsealed_entries', 'ledger_seals', 'ledger_chains', 'settlement_lines', 'pending_settlements'],
  // Calls are journalled, and readers number the entries. A locked item is noted for a later retry.
  ...['journals', 'journal_entries', 'due_retries'],
]

/** Rows of closing and paying out: background work adds and changes them but deletes none. The value is their key. */
const comingByItself: Readonly<Record<string, string>> = {
  settlements: 'row.id',
  payouts: 'row.id',
  payout_settlements: 'row.settlement_id',
}

/** Rows of which background work adds a part but changes none: a payout is posted when it is paid. */
const partlyComingByItself: Readonly<Record<string, string>> = { ledger_entries: "row.cause = 'payout'" }

/** The last use of a key, the failures of an endpoint, and the last process of a finished run. */
const movingColumns = ['last_used_at', 'failing_since', 'owner', 'leased_until']

/** Returns the merchant's current rows by their text, without the changes of background work. */
export async function readRows(records: Pick<Records, 'query'>, merchantId: string): Promise<Map<string, Row>> {
  const tables = await records.query(
    `select table_name as name, exists (
         select from information_schema.columns as other where other.table_schema = 'public'
           and other.table_name = columns.table_name and other.column_name = 'is_test'
       ) as tells_mode
     from information_schema.columns where table_schema = 'public' and column_name = 'merchant_id'
       and table_name not in (${changedByItself.map((name) => `'${name}'`).join(', ')})`,
  )
  const rows = new Map<string, Row>()
  for (const { name, tells_mode } of tables) {
    const known = comingByItself[String(name)]
    const mayCome = known === undefined ? (partlyComingByItself[String(name)] ?? 'false') : 'true'
    const shown = known ?? movingColumns.reduce((row, column) => `${row} - '${column}'`, 'to_jsonb(row)')
    const found = await records.query(
      `select (${shown})::text as text, ${isOfTestMode(String(name), tells_mode === true)} as is_test, ${mayCome} as may_come
       from ${name} as row where merchant_id = '${merchantId}'`,
    )
    for (const { text, is_test, may_come } of found)
      rows.set(`${name} ${text}`, { isTest: is_test === true, mayCome: may_come === true })
  }
  return rows
}

/** A row of a merchant. */
export interface Row {
  readonly isTest: boolean
  /** Whether background work may add such a row. */
  readonly mayCome: boolean
}

function isOfTestMode(table: string, tellsMode: boolean): string {
  if (tellsMode) return 'row.is_test'
  if (!['payment_orders', 'payment_timeline'].includes(table)) return 'false'
  return `(select is_test from payments where merchant_id = row.merchant_id and id = row.payment_id)`
}

/** Returns the live rows that were changed, lost or added in between. */
export function compareRows(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>): string[] {
  const lost = [...before.keys()].filter((row) => !after.has(row)).map((row) => `changed or lost: ${row.slice(0, 200)}`)
  // With a key of the other mode a merchant may make objects of its own there.
  const added = [...after].filter(([row, { isTest, mayCome }]) => !before.has(row) && !isTest && !mayCome)
  return [...lost, ...added.map(([row]) => `added by strangers: ${row.slice(0, 200)}`)]
}
