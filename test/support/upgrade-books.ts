import type { Query } from '../../testkit/query.ts'

/** The columns of each table, by name. */
export type Tables = Readonly<Record<string, readonly string[]>>

/** Columns that migrations renamed. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ledger_entries: { payment_id: 'source_id' },
}

export async function tablesOf(query: Query): Promise<Tables> {
  const rows = await query(
    `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'public' group by 1`,
  )
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns as string[]]))
}

// A later sandbox adds them at its start.
const laterMerchants = `select merchant_id from merchants where name like 'Plugin demo %'`

/** Rows that the migration posts, or the start adds. */
const withoutAdded: Readonly<Record<string, string>> = {
  ledger_entries: `where cause <> 'opening'`,
  migrations: `where name < '0096'`,
  merchants: `where merchant_id not in (${laterMerchants})`,
  stores: `where merchant_id not in (${laterMerchants})`,
  keys: `where merchant_id not in (${laterMerchants})`,
}

/** Returns each table's row count and a hash of these columns, without added rows. */
export async function contentsOf(query: Query, tables: Tables): Promise<Record<string, unknown>> {
  const contents: Record<string, unknown> = {}
  const now = await tablesOf(query)
  for (const [name, columns] of Object.entries(tables)) {
    const called = columns.map((column) => {
      const other = renamed[name]?.[column] ?? column
      return now[name]?.includes(other) ? other : column
    })
    const where = withoutAdded[name] ?? ''
    const [content] = await query(
      `select count(*)::int as rows, md5(string_agg(row, '' order by row)) as hash
       from (select md5(row(${called})::text) as row from ${name} ${where}) as hashed`,
    )
    contents[name] = content
  }
  return contents
}

/** Returns the balance of each account, in minor units. */
export async function balancesOf(query: Query): Promise<Map<string, bigint>> {
  const rows = await query(
    `select currency || ' ' || account as account, sum(amount_minor)::text as minor from ledger_entries group by 1`,
  )
  return new Map(rows.map(({ account, minor }) => [String(account), BigInt(String(minor))]))
}

/** Returns the amounts of waiting returns, in minor units by currency. */
export async function onTheWayOf(query: Query): Promise<Map<string, bigint>> {
  const rows = await query(
    `select currency, sum(amount_minor)::text as minor from returns where state = 'waiting' group by 1`,
  )
  return new Map(rows.map(({ currency, minor }) => [String(currency), BigInt(String(minor))]))
}

const zones = `(values ('AED', 'Asia/Dubai'), ('KWD', 'Asia/Kuwait'), ('SAR', 'Asia/Riyadh')) as zone (currency, name)`

/** Lists every capture and refund, with its day in the store's time zone. */
export const movements = `select step.merchant_id, step.payment_id, step.version, step.id, payment.store_id, payment.is_test,
    (step.at at time zone zone.name)::date::text as date, step.move, step.service_reference,
    case step.move when 'capture' then 1 else -1 end * step.amount_minor as amount_minor
  from payment_timeline as step
  join payments as payment on payment.merchant_id = step.merchant_id and payment.id = step.payment_id
  join ${zones} on zone.currency = payment.currency
  where step.move in ('capture', 'refund')`

/** Lists every settlement line, with the settlement's day and state. */
export const lines = `select line.*, day.store_id, day.is_test, day.date::text as date, day.state
  from settlement_lines as line
  join (
    select merchant_id, id, store_id, is_test, date, 'closed' as state from settlements
    union all
    select merchant_id, id, store_id, is_test, date, state from pending_settlements where state = 'open'
  ) as day on day.merchant_id = line.merchant_id and day.id = line.settlement_id`

/** Lists, in words, the accounts with a wrong balance, over all merchants; empty if all are right. */
export async function wrongBooks(query: Query): Promise<string[]> {
  const held = new Map([
    ['cash', `${sumOf('charges', "state = 'approved'")} - ${sumOf('returns', "state = 'confirmed'")}`],
    ['refunds_payable', `-${sumOf('returns', "state = 'waiting'")}`],
    [
      'customer',
      `(select coalesce(sum(captured_minor - refunded_minor - paid_minor - written_off_minor), 0) from payments)`,
    ],
    [
      'merchant',
      `(select coalesce(sum(refunded_minor - captured_minor), 0) from payments) + ${sumOf('payouts', "state = 'paid'")}`,
    ],
    ['merchant_paid_out', `-${sumOf('payouts', "state = 'paid'")}`],
    ['write_off', `(select coalesce(sum(written_off_minor), 0) from payments)`],
  ])
  const wrong: string[] = []
  for (const [account, expected] of held) {
    const [row] = await query(
      `select ${sumOf('ledger_entries', `account = '${account}'`)}::text as posted, (${expected})::text as held`,
    )
    if (row?.['posted'] !== row?.['held']) wrong.push(`${account} is ${row?.['posted']} and should be ${row?.['held']}`)
  }
  const unbalanced = await query(
    `select source_id, version from ledger_entries group by merchant_id, source_id, version, currency having sum(amount_minor) <> 0`,
  )
  return [
    ...wrong,
    ...unbalanced.map(({ source_id, version }) => `version ${version} of ${source_id} does not balance`),
  ]
}

const sumOf = (table: string, where: string): string =>
  `(select coalesce(sum(amount_minor), 0) from ${table} where ${where})`
