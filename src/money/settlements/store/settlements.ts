import type { Currency } from '../../../platform/base/markets.ts'
import { bool, bytea, int4, int8, nullable, type RowOf, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { storeNames } from '../../../platform/merchants/merchants-sql.ts'
import type { Settlement } from '../settlement.ts'
import { sumColumns } from './lines.ts'

const columns = {
  merchant_id: uuid,
  id: uuid,
  store_id: uuid,
  merchant_code: text,
  is_test: bool,
  currency: text,
  date: text,
  status: text,
  ...sumColumns,
  payout_id: nullable(uuid),
  opening_minor: int8,
  paid_out_minor: int8,
  seal_hash: nullable(bytea),
}

const storeOf = (alias: string): string =>
  `join (${storeNames}) as store on store.merchant_id = :merchantId and store.store_id = ${alias}.store_id`

/** SQL: the sum that a store is owed for unpaid closed days before a date. The alias has store_id, is_test and date. */
const unpaidBefore = (alias: string): string => `select sum(before.net_minor)::bigint as net_minor
       from pending_settlements as waiting
       join settlements as before on before.merchant_id = :merchantId and before.id = waiting.id
       where waiting.merchant_id = :merchantId and waiting.store_id = ${alias}.store_id
         and waiting.is_test = ${alias}.is_test and waiting.date < ${alias}.date`

// The sum of earlier days goes from settlement to settlement, up to the last settlement of the payout. `from`: the
// settlements, with the alias `settlement`.
const selectClosed = (
  from: string,
): string => `select settlement.merchant_id, settlement.id, settlement.store_id, store.merchant_code,
     settlement.is_test, settlement.currency, settlement.date::text as date,
     case when payout.state = 'paid' then 'paid' else 'closed' end as status,
     settlement.captures_minor, settlement.refunds_minor, settlement.dispute_refunds_minor, settlement.fees_minor,
     settlement.vat_minor, settlement.net_minor, payout.id as payout_id,
     coalesce(case when payout.id is null then unpaid.net_minor else paid.before_minor end, 0) as opening_minor,
     case when paid.is_last then payout.amount_minor else 0 end as paid_out_minor, settlement.seal_hash
   from ${from}
   ${storeOf('settlement')}
   left join payout_settlements as part on part.merchant_id = :merchantId and part.settlement_id = settlement.id
   left join payouts as payout on payout.merchant_id = :merchantId and payout.id = part.payout_id
   left join lateral (
     select sum(other.net_minor) filter (where other.date < settlement.date)::bigint as before_minor,
       max(other.date) = settlement.date as is_last
     from payout_settlements as along
     join settlements as other on other.merchant_id = :merchantId and other.id = along.settlement_id
     where along.merchant_id = :merchantId and along.payout_id = part.payout_id
   ) as paid on true
   left join lateral (${unpaidBefore('settlement')} and part.payout_id is null) as unpaid on true`

const ended = `merchant_id = :merchantId and is_test = :isTest
     and ends_at >= coalesce(:endsFrom::timestamptz, '-infinity') and ends_at <= coalesce(:endsTo::timestamptz, 'infinity')`
const ofStore = 'and store_id = :storeId'

const filter = { merchantId: uuid, isTest: bool, endsFrom: nullable(timestamptz), endsTo: nullable(timestamptz) }
const page = { limit: int4, offset: int4 }

const count = (more: string): string => `select count(*)::int4 as count from settlements where ${ended} ${more}`

// Selects the page along an index first, then joins the rest.
const list = (more: string): string => `with settlement as materialized (
     select * from settlements where ${ended} ${more} order by ends_at desc, id desc limit :limit offset :offset
   )
   ${selectClosed('settlement')} order by settlement.ends_at desc, settlement.id desc`

export const countSettlements = defineStatement('count_settlements', filter, { count: int4 }, count(''))
export const countSettlementsOfStore = defineStatement(
  'count_settlements_of_store',
  { ...filter, storeId: uuid },
  { count: int4 },
  count(ofStore),
)

export const listSettlements = defineStatement('list_settlements', { ...filter, ...page }, columns, list(''))
export const listSettlementsOfStore = defineStatement(
  'list_settlements_of_store',
  { ...filter, ...page, storeId: uuid },
  columns,
  list(ofStore),
)

const key = { merchantId: uuid, isTest: bool, id: nullable(uuid), date: nullable(text), storeId: nullable(uuid) }

// Finds it by its id, or by its store and day; the other key is null. No index serves both keys.
const ofKey = (table: 'settlements' | 'pending_settlements'): string => `(
     select * from ${table} where merchant_id = :merchantId and is_test = :isTest and id = :id
     union all
     select * from ${table} where merchant_id = :merchantId and is_test = :isTest and store_id = :storeId
       and date = :date::text::date
   ) as settlement`

export const findClosed = defineStatement('find_closed_settlement', key, columns, selectClosed(ofKey('settlements')))

export const listSettlementsOfPayout = defineStatement(
  'list_settlements_of_payout',
  { merchantId: uuid, isTest: bool, payoutId: uuid },
  columns,
  `${selectClosed('settlements as settlement')}
   where settlement.merchant_id = :merchantId and settlement.is_test = :isTest
     and settlement.id in (
       select settlement_id from payout_settlements where merchant_id = :merchantId and payout_id = :payoutId
     )
   order by settlement.date`,
)

// Without sums: its lines still grow.
export const findOpen = defineStatement(
  'find_open_settlement',
  key,
  {
    ...{ merchant_id: uuid, id: uuid, store_id: uuid, merchant_code: text, is_test: bool, currency: text, date: text },
    opening_minor: int8,
  },
  `select settlement.merchant_id, settlement.id, settlement.store_id, store.merchant_code, settlement.is_test,
     settlement.currency, settlement.date::text as date, coalesce(unpaid.net_minor, 0) as opening_minor
   from ${ofKey('pending_settlements')}
   ${storeOf('settlement')}
   left join lateral (${unpaidBefore('settlement')}) as unpaid on true
   where settlement.state = 'open'`,
)

export function settlementFrom(row: RowOf<typeof columns>): Settlement {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    storeId: row.store_id,
    merchantCode: row.merchant_code,
    isTest: row.is_test,
    currency: row.currency as Currency,
    date: row.date,
    status: row.status as Settlement['status'],
    capturesMinor: row.captures_minor,
    refundsMinor: row.refunds_minor,
    disputeRefundsMinor: row.dispute_refunds_minor,
    feesMinor: row.fees_minor,
    vatMinor: row.vat_minor,
    netMinor: row.net_minor,
    payoutId: row.payout_id,
    openingMinor: row.opening_minor,
    paidOutMinor: row.paid_out_minor,
    sealHash: row.seal_hash?.toString('hex') ?? null,
  }
}
