import { listUnsealed } from '../src/money/ledger/seals.ts'
import { recountAllPayments } from '../src/money/payments/counted-list/payment-counts.ts'
import { bookMerchant } from '../src/money/settlements/bookings.ts'
import { dueSettlements } from '../src/money/settlements/due-settlements.ts'
import type { App } from '../src/platform/app/app.ts'
import { second } from '../src/platform/base/times.ts'
import { settleDue } from '../src/platform/due/settling.ts'
import type { Query } from '../testkit/query.ts'
import { insertSearchTerms } from './search-terms-seed.ts'

/** The tables that it writes, and those that the service derives. */
export const moneyTables = [
  ...[
    'payments',
    'payment_orders',
    'payment_search_terms',
    'payment_timeline',
    'ledger_entries',
    'unsealed_entries',
    'charges',
    'returns',
  ],
  ...['collections', 'ledger_seals', 'settlement_lines', 'settlements', 'payouts', 'payout_settlements'],
]

/** The number of payments that are written at a time. */
const slice = 100_000

/**
 * Writes payments of 34,000 minor units with their money, evenly over the last year and over all stores. Of a hundred
 * 85 are captured, with the due instalments collected, 5 refunded, 4 cancelled, 3 authorized, 2 rejected and 1 expired.
 * Then it seals, settles and pays them by the service's own code.
 */
export async function writeMoney(app: App, query: Query, payments: number): Promise<void> {
  const endSecond = Math.floor(app.clock.now() / second)
  for (let from = 0; from < payments; from += slice) {
    const statements = [livesOf(payments, endSecond, from), ...inserts, 'drop table bench_lives']
    await query(statements.join(';\n'))
  }
  await tidy(query)
  await recountAllPayments(app)
  await book(app)
  while ((await settleDue(app, dueSettlements)) > 0);
  // Books the entries of the payouts.
  await book(app)
  await tidy(query)
}

async function tidy(query: Query): Promise<void> {
  await query('vacuum analyze')
  await query('checkpoint')
}

async function book(app: App): Promise<void> {
  for (const merchantId of await listUnsealed(app, 1_000)) await bookMerchant(app, merchantId, Number.POSITIVE_INFINITY)
}

const amount = 34_000
const part = amount / 4
// Fees of 5.00 % and 1.00, with 5.00 % VAT; a refund returns the percentage.
const rates = JSON.stringify({ percent: 500, fixed_minor: '100', vat_percent: 500, refund: 'percent' })

/**
 * SQL of the payments' lives. `parts`: the number of collected instalments. `id` and the ids of its objects differ in
 * one group.
 */
function livesOf(payments: number, endSecond: number, from: number): string {
  return `
    update stores set fee_percent = 500, fee_fixed_minor = 100, fee_vat_percent = 500;
    create unlogged table bench_lives as
    select merchant_id, store_id, currency, n, kind, created_at,
      case kind when 'captured' then least(3, extract(day from to_timestamp(${endSecond}) - created_at)::int / 30) else 0 end as parts,
      head || '-8000-' || tail as id, head || '-9' as charge, head || '-a000-' || tail as returned, head || '-b' as moved, tail
    from (select n, created_at, lpad(to_hex(n), 12, '0') as tail,
        substr(ms, 1, 8) || '-' || substr(ms, 9) || '-7000' as head,
        case when bucket < 85 then 'captured' when bucket < 90 then 'refunded' when bucket < 94 then 'cancelled'
          when bucket < 97 then 'authorized' when bucket < 99 then 'rejected' else 'expired' end as kind
      from (select n, to_timestamp(second) as created_at, lpad(to_hex(second * 1000), 12, '0') as ms, n * 7919 % 100 as bucket
        from (select n, ${endSecond} - 365 * 86400 + n * 364 * 86400 / ${payments} as second
          from generate_series(${from}::int8, ${Math.min(from + slice, payments) - 1}) as n) as numbered) as dated) as life
    join (select merchant_id, id as store_id, currency, row_number() over (order by id) - 1 as place, count(*) over () as stores
      from stores) as store on n % stores = place;
    analyze bench_lives`
}

const buyer = { name: 'Sara Ali', email: 'sara@example.com', phone: '+971500000001' }
const order = JSON.stringify({
  buyer,
  order: { items: [] },
})
const paidKinds = `('authorized', 'captured', 'refunded', 'cancelled')`
const chargeId = `(charge || part || '00-' || tail)::uuid`
// Rows are stored in the order of writing.
const at = `created_at + minutes * interval '1 minute'`

const inserts = [
  `insert into payments (merchant_id, id, store_id, is_test, version, status, currency, amount_minor, captured_minor,
     refunded_minor, paid_minor, order_reference, created_at, expires_at, authorized_at, closed_at, expired_at, due_at, announced)
   select merchant_id, id::uuid, store_id, true,
     case kind when 'captured' then 3 + parts when 'refunded' then 4 when 'cancelled' then 3 else 2 end,
     case kind when 'authorized' then 'AUTHORIZED' when 'rejected' then 'REJECTED' when 'expired' then 'EXPIRED' else 'CLOSED' end,
     currency, ${amount}, case when kind in ('captured', 'refunded') then ${amount} else 0 end,
     case kind when 'refunded' then ${amount} else 0 end,
     case kind when 'captured' then ${part} * (1 + parts) when 'authorized' then ${part} else 0 end,
     'order-' || n, created_at, created_at + interval '2 years', case when kind in ${paidKinds} then created_at + interval '1 minute' end,
     case when kind in ('captured', 'refunded', 'cancelled') then created_at + interval '2 minutes' end,
     case kind when 'expired' then created_at + interval '1 minute' end,
     case kind when 'authorized' then now() + interval '21 days' end, 0
   from bench_lives`,
  insertSearchTerms(
    `select merchant_id, id, created_at, 'order-' || n, '${buyer.email}', '${buyer.phone}',
       case currency when 'KWD' then ${amount} / 10 else ${amount} end from bench_lives`,
  ),
  `insert into payment_orders (merchant_id, payment_id, body) select merchant_id, id::uuid, '${order}' from bench_lives`,
  `insert into payment_timeline (merchant_id, payment_id, version, move, actor, request_id, at, status_before, status_after,
     amount_minor, reference_id, id, body, fee_minor, fee_fixed_minor, fee_vat_minor, fee_rates, order_reference)
   select merchant_id, life.id::uuid, version, move, 'bench', '', ${at}, before, after, minor, case when fee is not null then move end,
     case when fee is not null then (moved || version || '00-' || tail)::uuid end, case when fee is not null then '{}'::json end,
     fee, fixed, vat, case when fee is not null then '${rates}'::json end, case when fee is not null then 'order-' || n end
   from bench_lives as life join (values
     ('{authorized,captured,refunded,cancelled,rejected,expired}'::text[], 1, 0, 0, 'create', null, 'CREATED', ${amount}, null::int, null::int, null::int),
     ('{authorized,captured,refunded,cancelled}', 2, 0, 1, 'authorize', 'CREATED', 'AUTHORIZED', null, null, null, null),
     ('{rejected}', 2, 0, 1, 'reject', 'CREATED', 'REJECTED', null, null, null, null),
     ('{expired}', 2, 0, 1, 'expire', 'CREATED', 'EXPIRED', null, null, null, null),
     ('{captured,refunded}', 3, 0, 2, 'capture', 'AUTHORIZED', 'CLOSED', ${amount}, 1800, 100, 90),
     ('{cancelled}', 3, 0, 2, 'close', 'AUTHORIZED', 'CLOSED', null, null, null, null),
     ('{refunded}', 4, 0, 3, 'refund', 'CLOSED', 'CLOSED', ${amount}, -1700, 0, -85),
     ('{captured}', 4, 1, 43200, 'collect', 'CLOSED', 'CLOSED', null, null, null, null),
     ('{captured}', 5, 2, 86400, 'collect', 'CLOSED', 'CLOSED', null, null, null, null),
     ('{captured}', 6, 3, 129600, 'collect', 'CLOSED', 'CLOSED', null, null, null, null)
   ) as step (kinds, version, least_parts, minutes, move, before, after, minor, fee, fixed, vat) on kind = any (kinds) and parts >= least_parts
   order by ${at}`,
  `insert into ledger_entries (merchant_id, source_id, version, account, cause, currency, amount_minor, at)
   select merchant_id, (case cause when 'confirmed_return' then returned else id end)::uuid, version, account, cause, currency,
     sign * minor, ${at}
   from bench_lives join (values
     ('{authorized,captured,refunded,cancelled}'::text[], 2, 0, 1, 'down_payment', 'cash', 'customer', ${part}),
     ('{captured,refunded}', 3, 0, 2, 'capture', 'customer', 'merchant', ${amount}), ('{captured,refunded}', 3, 0, 2, 'fee', 'merchant', 'fee_income', 1800),
     ('{captured,refunded}', 3, 0, 2, 'fee_vat', 'merchant', 'fee_vat_payable', 90),
     ('{refunded}', 4, 0, 3, 'refund', 'merchant', 'customer', ${amount}), ('{refunded}', 4, 0, 3, 'fee', 'fee_income', 'merchant', 1700),
     ('{refunded}', 4, 0, 3, 'fee_vat', 'fee_vat_payable', 'merchant', 85),
     ('{refunded}', 4, 0, 3, 'pay_back', 'customer', 'refunds_payable', ${part}), ('{cancelled}', 3, 0, 2, 'pay_back', 'customer', 'refunds_payable', ${part}),
     ('{refunded,cancelled}', 1, 0, 5, 'confirmed_return', 'refunds_payable', 'cash', ${part}),
     ('{captured}', 4, 1, 43200, 'installment', 'cash', 'customer', ${part}), ('{captured}', 5, 2, 86400, 'installment', 'cash', 'customer', ${part}),
     ('{captured}', 6, 3, 129600, 'installment', 'cash', 'customer', ${part})
   ) as posted (kinds, version, least_parts, minutes, cause, debit, credit, minor) on kind = any (kinds) and parts >= least_parts
   cross join lateral (values (debit, 1), (credit, -1)) as entry (account, sign)
   order by ${at}`,
  `insert into unsealed_entries (merchant_id, source_id, version) select distinct entry.merchant_id, source_id, version
   from bench_lives as life join ledger_entries as entry on entry.merchant_id = life.merchant_id and source_id in (life.id::uuid, life.returned::uuid)`,
  `insert into charges (merchant_id, id, payment_id, is_test, state, phone, card_token, card_brand, card_last_four, card_expiry_month,
     card_expiry_year, currency, amount_minor, created_at, kind, settled_at)
   select merchant_id, ${chargeId}, id::uuid, true, 'approved', '', 'bench', 'visa', '4242', 12, 2040, currency, ${part},
     created_at + part * interval '30 days', case part when 0 then 'first' else 'scheduled' end, created_at + part * interval '30 days'
   from bench_lives cross join lateral generate_series(0, parts) as part where kind in ${paidKinds}`,
  `insert into returns (merchant_id, id, payment_id, charge_id, version, is_test, currency, amount_minor, state, created_at, settled_at)
   select merchant_id, returned::uuid, id::uuid, ${chargeId}, case kind when 'refunded' then 4 else 3 end, true, currency, ${part},
     'confirmed', created_at + interval '3 minutes', created_at + interval '3 minutes'
   from bench_lives cross join (values (0)) as first (part) where kind in ('refunded', 'cancelled')`,
  `insert into collections (merchant_id, id, is_test, version, phone, currency, lang, card_token, card_brand, card_last_four,
     card_expiry_month, card_expiry_year, network_reference, is_failing, authorized_at, card_since, due_at)
   select merchant_id, id::uuid, true, 1, '', currency, 'en', 'bench', 'visa', '4242', 12, 2040, '', false, created_at, created_at,
     case when kind = 'authorized' or kind = 'captured' and parts < 3 then now() + interval '1 day' end
   from bench_lives where kind in ${paidKinds}`,
]
