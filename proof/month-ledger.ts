import { parseMinor } from '../testkit/settlement-model.ts'
import { type ModeBooks, readReported } from './month-books.ts'
import type { MonthLife } from './month-merchant.ts'
import type { Records } from './records.ts'

/** Compares a merchant's ledger with its settlements, payouts and the processor's report. Returns the differences. */
export async function checkLedger(records: Records, life: MonthLife, read: readonly ModeBooks[]): Promise<string[]> {
  const { id } = life.merchant
  const ask = (sql: string): Promise<Record<string, unknown>[]> => records.query(sql.replaceAll(':merchant', `'${id}'`))
  const wrong = [
    ...compareSums('what stores are owed for their movements', await ask(owed), settledByStore(read)),
    ...compareSums('payouts', await ask(paid), payoutsById(read)),
  ]
  for (const row of await ask(strange)) wrong.push(`the ledger has ${row['count']} entries of ${row['what']}`)
  for (const row of await ask(unbalanced)) wrong.push(`the ledger of ${row['currency']} sums to ${row['total']}`)
  const [held] = await ask(clearing)
  const reported = await readReported(life)
  if (BigInt(String(held?.['total'])) !== reported) {
    wrong.push(`the ledger says that the processor holds ${held?.['total']}, its report ${reported}`)
  }
  return wrong.map((what) => `merchant ${id}: ${what}`)
}

/** Checks that the waiting returns are, at every moment, the debt to cards. */
export async function checkReturns(records: Records): Promise<string[]> {
  const rows = await records.query(waitingReturns)
  return rows.map(
    (row) => `merchant ${row['merchant_id']} owes cards ${row['owed']}, and ${row['waiting']} is on its way`,
  )
}

type Sums = ReadonlyMap<string, bigint>

function settledByStore(read: readonly ModeBooks[]): Sums {
  const sums = new Map<string, bigint>()
  for (const { mode, closed, open } of read) {
    for (const { merchant_code, currency, net } of [...closed.settlements, ...open]) {
      const key = `${merchant_code} ${mode}`
      sums.set(key, (sums.get(key) ?? 0n) + parseMinor(net, currency))
    }
  }
  return sums
}

function payoutsById(read: readonly ModeBooks[]): Sums {
  const payouts = read.flatMap(({ closed }) => closed.payouts)
  return new Map(payouts.map(({ id, amount, currency }) => [id, parseMinor(amount, currency)]))
}

function compareSums(what: string, rows: readonly Record<string, unknown>[], expected: Sums): string[] {
  const posted = new Map(rows.map((row) => [String(row['key']), BigInt(String(row['total']))]))
  return [...new Set([...posted.keys(), ...expected.keys()])].flatMap((key) => {
    const [one, other] = [posted.get(key), expected.get(key)]
    return one === other ? [] : [`${what}, ${key}: ${one} in the ledger, ${other} answered`]
  })
}

const ofMovements = `('capture', 'refund', 'fee', 'fee_vat')`

const owed = `select store.merchant_code || case when payment.is_test then ' test' else ' live' end as key,
    (-sum(entry.amount_minor))::text as total
  from payments as payment
  join stores as store on store.merchant_id = payment.merchant_id and store.id = payment.store_id
  join ledger_entries as entry on entry.merchant_id = payment.merchant_id and entry.source_id = payment.id
  where payment.merchant_id = :merchant and entry.account = 'merchant' and entry.cause in ${ofMovements}
  group by 1`

const paid = `select source_id::text as key, sum(amount_minor) filter (where account = 'merchant')::text as total
  from ledger_entries where merchant_id = :merchant and cause = 'payout' group by 1
  having sum(amount_minor) = 0 and count(*) = 2`

const strange = `select account || ' by ' || cause as what, count(*)::int as count from ledger_entries
  where merchant_id = :merchant and (account = 'merchant' and cause not in ${ofMovements} and cause <> 'payout'
    or cause = 'opening' or account in ('fee_income', 'fee_vat_payable') and cause not in ('fee', 'fee_vat'))
  group by 1`

const unbalanced = `select currency, sum(amount_minor)::text as total from ledger_entries where merchant_id = :merchant
  group by currency having sum(amount_minor) <> 0`

const clearing = `select coalesce(sum(amount_minor), 0)::text as total from ledger_entries
  where merchant_id = :merchant and account = 'cash'`

const waitingReturns = `select * from (
    select merchant_id, (-sum(amount_minor))::bigint as owed, coalesce((
      select sum(amount_minor) from returns where returns.merchant_id = entry.merchant_id and state = 'waiting'
    ), 0)::bigint as waiting
    from ledger_entries as entry where account = 'refunds_payable' group by merchant_id
  ) as each where owed <> waiting`
