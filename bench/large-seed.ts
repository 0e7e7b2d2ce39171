import { performance } from 'node:perf_hooks'
import type { Query } from '../testkit/query.ts'
import { rebuildIndexes } from './rebuild-indexes.ts'
import { insertSearchTerms } from './search-terms-seed.ts'

/** Payments of one store, evenly over a year. Some of them, evenly among the others, wait for their capture. */
export interface Year {
  readonly payments: number
  readonly toCapture: number
  /** The end of the year, in seconds since 1970. */
  readonly endSecond: number
}

const yearSeconds = 365 * 24 * 3_600

/** Returns the id of the nth payment, from 0. Ids sort by creation, as the service's ids do. */
export function idAt(year: Year, n: number): string {
  const ms = (createdSecond(year, n) * 1_000).toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`
}

export function createdSecond({ payments, toCapture, endSecond }: Year, n: number): number {
  return endSecond - yearSeconds + Math.floor((n * yearSeconds) / (payments + toCapture))
}

/** Returns the index of the kth payment, from 0, that waits for its capture. */
export function numberToCapture({ payments, toCapture }: Year, k: number): number {
  return Math.ceil(((k + 1) * (payments + toCapture)) / toCapture) - 1
}

/**
 * Writes the year for the first demo merchant, without counts. Of a hundred payments 85 are captured, 5 refunded, 4
 * cancelled, 3 authorized, 2 rejected and 1 expired. Each customer buys four times, and one of a thousand payments is
 * of another store. Amounts differ, except of payments that wait for their capture. Returns the seconds.
 */
export async function writeYear(query: Query, year: Year): Promise<number> {
  const startedAt = performance.now()
  await query(planOf(year))
  const indexes = await rebuildIndexes(query, [
    ...['payments', 'payment_orders', 'payment_search_terms', 'ledger_entries', 'payment_timeline'],
  ])
  await indexes.drop()
  for (const statement of inserts) await query(statement)
  await query('drop table bench_year')
  await indexes.create()
  await query('vacuum analyze')
  await query('checkpoint')
  return (performance.now() - startedAt) / 1_000
}

function planOf({ payments, toCapture, endSecond }: Year): string {
  const all = payments + toCapture
  const isToCapture = `(n + 1) * ${toCapture} / ${all} > n * ${toCapture} / ${all}`
  return `
    create unlogged table bench_year as
    select store.merchant_id, case when n % 1000 = 7 and not waits then other.id else store.id end as store_id, n, waits,
      to_timestamp(second) as created_at, 4 * (case when waits then 8500 else 2500 + n * 104729 % 100000 end) as minor,
      (substr(ms, 1, 8) || '-' || substr(ms, 9) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
      'buyer' || customer || '@example.com' as email, '+9715' || lpad(customer::text, 8, '0') as phone,
      case when waits then 'authorized' when bucket < 85 then 'captured'
        when bucket < 90 then 'refunded' when bucket < 94 then 'cancelled' when bucket < 97 then 'authorized'
        when bucket < 99 then 'rejected' else 'expired' end as kind
    from (select n, second, lpad(to_hex(second * 1000), 12, '0') as ms, n * 7919 % 100 as bucket, ${isToCapture} as waits,
        n * 611953 % ${customersOf(all)} as customer
      from (select n, ${endSecond - yearSeconds} + n * ${yearSeconds} / ${all} as second
        from generate_series(0::int8, ${all - 1}) as n) as numbered) as dated
    join stores as store on store.merchant_code = 'demo_ae' join stores as other on other.merchant_code = 'demo_plugin';
    analyze bench_year`
}

function customersOf(payments: number): number {
  return Math.ceil(payments / 4)
}

/** Returns the phone of a customer, as the customer's payments have it. */
export function phoneAt({ payments, toCapture }: Year, customer: number): string {
  return `+9715${String(customer % customersOf(payments + toCapture)).padStart(8, '0')}`
}

const order = JSON.stringify({
  description: '',
  buyer: { name: 'Sara Ali', email: '§email', phone: '§phone' },
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
     refunded_minor, paid_minor, order_reference, created_at, expires_at, authorized_at, closed_at, expired_at,
     order_tidied_at, due_at, announced)
   select merchant_id, id, store_id, true,
     case kind when 'captured' then 3 when 'refunded' then 4 when 'cancelled' then 3 else 2 end,
     case kind when 'authorized' then 'AUTHORIZED' when 'rejected' then 'REJECTED' when 'expired' then 'EXPIRED' else 'CLOSED' end,
     'AED', minor, case when kind in ('captured', 'refunded') then minor else 0 end,
     case kind when 'refunded' then minor else 0 end, case when kind in ('captured', 'authorized') then minor / 4 else 0 end,
     'order-' || n, created_at, created_at + interval '2 years',
     case when kind not in ('rejected', 'expired') then created_at end,
     case when kind in ('captured', 'refunded', 'cancelled') then created_at end, case kind when 'expired' then created_at end,
     case when kind in ('rejected', 'expired') then created_at end, case kind when 'authorized' then now() + interval '21 days' end, 1
   from bench_year`,
  `insert into payment_orders (merchant_id, payment_id, body) select merchant_id, id, replace(replace('${order}', '§email', email), '§phone', phone)::json from bench_year`,
  insertSearchTerms(`select merchant_id, id, created_at, 'order-' || n, email, phone, minor from bench_year`),
  `insert into ledger_entries (merchant_id, source_id, version, account, cause, currency, amount_minor, at)
   select merchant_id, id, version, account, cause, 'AED', year.minor / entry.part, created_at
   from bench_year as year join (values
     ('{authorized,captured,refunded,cancelled}'::text[], 2, 'down_payment', 'cash', 4),
     ('{authorized,captured,refunded,cancelled}', 2, 'down_payment', 'customer', -4),
     ('{captured,refunded}', 3, 'capture', 'customer', 1), ('{captured,refunded}', 3, 'capture', 'merchant', -1),
     ('{refunded}', 4, 'refund', 'merchant', 1), ('{refunded}', 4, 'refund', 'customer', -1),
     ('{refunded}', 4, 'pay_back', 'customer', 4), ('{refunded}', 4, 'pay_back', 'cash', -4),
     ('{cancelled}', 3, 'pay_back', 'customer', 4), ('{cancelled}', 3, 'pay_back', 'cash', -4)
   ) as entry (kinds, version, cause, account, part) on kind = any (kinds)`,
  `insert into payment_timeline (merchant_id, payment_id, version, move, actor, request_id, at, status_before, status_after,
     amount_minor, reference_id, id, body)
   select merchant_id, id, version, move, 'bench', '', created_at, before, after, case when moves then minor end,
     case when step_body is not null then move || '-' || n end, case when step_body is not null then gen_random_uuid() end, step_body::json
   from bench_year join (values
     ('{authorized,captured,refunded,cancelled,rejected,expired}'::text[], 1, 'create', null, 'CREATED', true, null),
     ('{authorized,captured,refunded,cancelled}', 2, 'authorize', 'CREATED', 'AUTHORIZED', false, null),
     ('{rejected}', 2, 'reject', 'CREATED', 'REJECTED', false, null), ('{expired}', 2, 'expire', 'CREATED', 'EXPIRED', false, null),
     ('{captured,refunded}', 3, 'capture', 'AUTHORIZED', 'CLOSED', true, '${captureBody}'),
     ('{cancelled}', 3, 'close', 'AUTHORIZED', 'CLOSED', false, null), ('{refunded}', 4, 'refund', 'CLOSED', 'CLOSED', true, '${refundBody}')
   ) as step (kinds, version, move, before, after, moves, step_body) on kind = any (kinds)`,
]
