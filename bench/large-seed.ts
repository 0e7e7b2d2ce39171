import { performance } from 'node:perf_hooks'
import type { Db } from '../src/db/db.ts'
import { rebuildIndexes } from './rebuild-indexes.ts'

/** Payments of one store, evenly over a year; some of them, evenly among the others, wait to be captured. */
export interface Year {
  readonly payments: number
  readonly toCapture: number
  /** The end of the year, in seconds since 1970. */
  readonly endSecond: number
}

const yearSeconds = 365 * 24 * 3_600

/** The id of the nth payment from 0, of all, as the service makes them: they sort by creation. */
export function idAt(year: Year, n: number): string {
  const ms = (createdSecond(year, n) * 1_000).toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`
}

export function createdSecond({ payments, toCapture, endSecond }: Year, n: number): number {
  return endSecond - yearSeconds + Math.floor((n * yearSeconds) / (payments + toCapture))
}

/** The number of the kth payment, from 0, that waits to be captured. */
export function numberToCapture({ payments, toCapture }: Year, k: number): number {
  return Math.ceil(((k + 1) * (payments + toCapture)) / toCapture) - 1
}

/**
 * Writes the year for the first demo merchant: of a hundred payments 85 are captured, 5 refunded, 4 cancelled, 3 authorized,
 * 2 rejected and 1 expired. Answers how many seconds it took.
 */
export async function writeYear(db: Db, year: Year): Promise<number> {
  const startedAt = performance.now()
  await db.runText(planOf(year))
  const indexes = await rebuildIndexes(db, ['payments', 'payment_orders', 'ledger_entries', 'payment_timeline'])
  await indexes.drop()
  for (const statement of inserts) await db.runText(statement)
  await db.runText('drop table bench_year')
  await indexes.create()
  await db.runText(countAll)
  await db.runText('vacuum analyze')
  await db.runText('checkpoint')
  return (performance.now() - startedAt) / 1_000
}

// As the statements that create payments tell the counts of lists; the service adds them up before it is measured.
const countAll = `insert into payment_count_changes (merchant_id, is_test, created_at, listed_as)
  select merchant_id, is_test, created_at, listed_as from payments`

function planOf({ payments, toCapture, endSecond }: Year): string {
  const all = payments + toCapture
  return `
    create unlogged table bench_year as
    select merchant_id, store_id, n, to_timestamp(second) as created_at,
      (substr(ms, 1, 8) || '-' || substr(ms, 9) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
      case when (n + 1) * ${toCapture} / ${all} > n * ${toCapture} / ${all} then 'authorized' when bucket < 85 then 'captured'
        when bucket < 90 then 'refunded' when bucket < 94 then 'cancelled' when bucket < 97 then 'authorized'
        when bucket < 99 then 'rejected' else 'expired' end as kind
    from (select n, second, lpad(to_hex(second * 1000), 12, '0') as ms, n * 7919 % 100 as bucket
      from (select n, ${endSecond - yearSeconds} + n * ${yearSeconds} / ${all} as second
        from generate_series(0::int8, ${all - 1}) as n) as numbered) as dated,
      (select merchant_id, id as store_id from stores where merchant_code = 'demo_ae') as store;
    analyze bench_year`
}

const order = JSON.stringify({
  description: '',
  buyer: { name: 'Sara Ali', email: 'sara@example.com', phone: '+971500000001' },
  shipping_address: { city: 'Dubai', address: 'Street 1', zip: '00000' },
  order: { tax_amount: '0.00', shipping_amount: '0.00', discount_amount: '0.00', items: [] },
  buyer_history: { registered_since: '2024-01-10T09:00:00Z', loyalty_level: 3 },
  order_history: [],
  meta: null,
  attachment: null,
})
const captureBody = JSON.stringify({ tax_amount: '0.00', shipping_amount: '0.00', discount_amount: '0.00', items: [] })
const refundBody = JSON.stringify({ reason: '', items: [] })

const inserts = [
  `insert into payments (merchant_id, id, store_id, is_test, version, status, currency, amount_minor, captured_minor,
     refunded_minor, paid_minor, order_reference, created_at, expires_at, authorized_at, closed_at, expired_at, due_at, announced)
   select merchant_id, id, store_id, true,
     case kind when 'captured' then 3 when 'refunded' then 4 when 'cancelled' then 3 else 2 end,
     case kind when 'authorized' then 'AUTHORIZED' when 'rejected' then 'REJECTED' when 'expired' then 'EXPIRED' else 'CLOSED' end,
     'AED', 34000, case when kind in ('captured', 'refunded') then 34000 else 0 end,
     case kind when 'refunded' then 34000 else 0 end, case when kind in ('captured', 'authorized') then 8500 else 0 end,
     'order-' || n, created_at, created_at + interval '2 years',
     case when kind not in ('rejected', 'expired') then created_at end,
     case when kind in ('captured', 'refunded', 'cancelled') then created_at end, case kind when 'expired' then created_at end,
     case kind when 'authorized' then now() + interval '21 days' end, 1
   from bench_year`,
  `insert into payment_orders (merchant_id, payment_id, body) select merchant_id, id, '${order}' from bench_year`,
  `insert into ledger_entries (merchant_id, payment_id, version, account, cause, currency, amount_minor, at)
   select merchant_id, id, version, account, cause, 'AED', minor, created_at
   from bench_year join (values
     ('{authorized,captured,refunded,cancelled}'::text[], 2, 'down_payment', 'cash', 8500),
     ('{authorized,captured,refunded,cancelled}', 2, 'down_payment', 'customer', -8500),
     ('{captured,refunded}', 3, 'capture', 'customer', 34000), ('{captured,refunded}', 3, 'capture', 'merchant', -34000),
     ('{refunded}', 4, 'refund', 'merchant', 34000), ('{refunded}', 4, 'refund', 'customer', -34000),
     ('{refunded}', 4, 'pay_back', 'customer', 8500), ('{refunded}', 4, 'pay_back', 'cash', -8500),
     ('{cancelled}', 3, 'pay_back', 'customer', 8500), ('{cancelled}', 3, 'pay_back', 'cash', -8500)
   ) as entry (kinds, version, cause, account, minor) on kind = any (kinds)`,
  `insert into payment_timeline (merchant_id, payment_id, version, move, actor, request_id, at, status_before, status_after,
     amount_minor, reference_id, id, body)
   select merchant_id, id, version, move, 'bench', '', created_at, before, after, minor,
     case when said is not null then move || '-' || n end, case when said is not null then gen_random_uuid() end, said::json
   from bench_year join (values
     ('{authorized,captured,refunded,cancelled,rejected,expired}'::text[], 1, 'create', null, 'CREATED', 34000, null),
     ('{authorized,captured,refunded,cancelled}', 2, 'authorize', 'CREATED', 'AUTHORIZED', null, null),
     ('{rejected}', 2, 'reject', 'CREATED', 'REJECTED', null, null), ('{expired}', 2, 'expire', 'CREATED', 'EXPIRED', null, null),
     ('{captured,refunded}', 3, 'capture', 'AUTHORIZED', 'CLOSED', 34000, '${captureBody}'),
     ('{cancelled}', 3, 'close', 'AUTHORIZED', 'CLOSED', null, null), ('{refunded}', 4, 'refund', 'CLOSED', 'CLOSED', 34000, '${refundBody}')
   ) as step (kinds, version, move, before, after, minor, said) on kind = any (kinds)`,
]
