import type { Currency } from '../../../platform/base/markets.ts'
import { array, bool, int4, int8, nullable, type RowOf, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { storeNames } from '../../../platform/merchants/merchants-sql.ts'
import { entryRecords, postEntries } from '../../ledger/entries-sql.ts'
import type { Payout, PayoutState } from '../payout.ts'

// The caller has locked the merchant's ledger. A settlement that is in another payout makes the statement fail.
export const insertPayout = defineStatement(
  'insert_payout',
  {
    merchantId: uuid,
    id: uuid,
    storeId: uuid,
    isTest: bool,
    currency: text,
    amountMinor: int8,
    reference: text,
    createdAt: timestamptz,
    settlementIds: array(uuid),
  },
  {},
  `with paid as (
     delete from pending_settlements where merchant_id = :merchantId and id = any(:settlementIds::uuid[]) returning id
   ), payout as (
     insert into payouts (merchant_id, id, store_id, is_test, currency, amount_minor, reference, state, created_at)
     values (:merchantId, :id, :storeId, :isTest, :currency, :amountMinor, :reference, 'pending', :createdAt)
   )
   insert into payout_settlements (merchant_id, settlement_id, payout_id) select :merchantId, id, :id from paid`,
)

// Marks a payout once: of two confirmations at once, only one posts it.
export const markPaid = defineStatement(
  'mark_payout_paid',
  { merchantId: uuid, id: uuid, paidAt: timestamptz, entries: entryRecords },
  { id: uuid },
  `with paid as (
     update payouts set state = 'paid', paid_at = :paidAt::timestamptz where merchant_id = :merchantId and id = :id and state <> 'paid'
     returning 0 as number, merchant_id, id, 1 as version, currency, :paidAt::timestamptz as at
   ), ${postEntries('paid', 'id', ':entries')}
   select id from paid`,
)

const payoutColumns = {
  merchant_id: uuid,
  id: uuid,
  merchant_code: text,
  is_test: bool,
  currency: text,
  amount_minor: int8,
  reference: text,
  state: text,
  created_at: timestamptz,
  paid_at: nullable(timestamptz),
  settlement_ids: array(uuid),
}

const made = `merchant_id = :merchantId and is_test = :isTest
     and created_at >= coalesce(:createdFrom::timestamptz, '-infinity') and created_at <= coalesce(:createdTo::timestamptz, 'infinity')`
const ofStore = 'and store_id = :storeId'

const filter = { merchantId: uuid, isTest: bool, createdFrom: nullable(timestamptz), createdTo: nullable(timestamptz) }
const page = { limit: int4, offset: int4 }

const count = (more: string): string => `select count(*)::int4 as count from payouts where ${made} ${more}`

/** SQL: selects whole payouts. `from`: the payouts, with the alias `payout`. */
const selectPayouts = (
  from: string,
): string => `select payout.merchant_id, payout.id, store.merchant_code, payout.is_test, payout.currency, payout.amount_minor,
     payout.reference, payout.state, payout.created_at, payout.paid_at, array(
       select part.settlement_id from payout_settlements as part
       join settlements as settlement on settlement.merchant_id = :merchantId and settlement.id = part.settlement_id
       where part.merchant_id = :merchantId and part.payout_id = payout.id order by settlement.date
     ) as settlement_ids
   from ${from}
   join (${storeNames}) as store on store.merchant_id = :merchantId and store.store_id = payout.store_id`

// Selects the page along an index first, then joins the rest.
const list = (more: string): string => `with payout as materialized (
     select * from payouts where ${made} ${more} order by created_at desc, id desc limit :limit offset :offset
   )
   ${selectPayouts('payout')} order by payout.created_at desc, payout.id desc`

export const findPayoutRow = defineStatement(
  'find_payout',
  { merchantId: uuid, isTest: bool, id: uuid },
  payoutColumns,
  `${selectPayouts('payouts as payout')}
   where payout.merchant_id = :merchantId and payout.is_test = :isTest and payout.id = :id`,
)

export const countPayouts = defineStatement('count_payouts', filter, { count: int4 }, count(''))
export const countPayoutsOfStore = defineStatement(
  'count_payouts_of_store',
  { ...filter, storeId: uuid },
  { count: int4 },
  count(ofStore),
)

export const listPayoutRows = defineStatement('list_payouts', { ...filter, ...page }, payoutColumns, list(''))
export const listPayoutRowsOfStore = defineStatement(
  'list_payouts_of_store',
  { ...filter, ...page, storeId: uuid },
  payoutColumns,
  list(ofStore),
)

export const listPayoutRowsOfIds = defineStatement(
  'list_payouts_of_ids',
  { merchantId: uuid, isTest: bool, ids: array(uuid) },
  payoutColumns,
  `${selectPayouts('payouts as payout')}
   where payout.merchant_id = :merchantId and payout.is_test = :isTest and payout.id = any(:ids::uuid[])`,
)

export function payoutFrom(row: RowOf<typeof payoutColumns>): Payout {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    merchantCode: row.merchant_code,
    isTest: row.is_test,
    currency: row.currency as Currency,
    amountMinor: row.amount_minor,
    reference: row.reference,
    state: row.state as PayoutState,
    createdAt: row.created_at,
    paidAt: row.paid_at,
    settlementIds: row.settlement_ids,
  }
}
