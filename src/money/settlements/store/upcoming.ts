import { bool, int4, int8, nullable, type RowOf, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { storeBeneficiaries, storeNames } from '../../../platform/merchants/merchants-sql.ts'
import { isHeld } from './bank-payouts.ts'

const days = {
  ...{ store_id: uuid, merchant_code: text, currency: text, state: text, due_at: nullable(timestamptz) },
  ...{ from_date: text, to_date: text, net_minor: nullable(int8) },
}

export type UnpaidDaysRow = RowOf<typeof days>

// Carried days of a store are one row, and so are closed days that are paid at the same time. Without those of a
// sandbox's live payments, which are never paid. The sum of an open day with more than :maxLines lines is null.
export const listUnpaidDays = defineStatement(
  'list_unpaid_days',
  { merchantId: uuid, isTest: bool, maxLines: int4 },
  days,
  `select pending.store_id, store.merchant_code, pending.currency, pending.state, pending.due_at,
     min(pending.date)::text as from_date, max(pending.date)::text as to_date,
     case when bool_or(line.lines > :maxLines) then null
       else sum(coalesce(settlement.net_minor, line.net_minor))::int8 end as net_minor
   from pending_settlements as pending
   join (${storeNames}) as store on store.merchant_id = :merchantId and store.store_id = pending.store_id
   left join settlements as settlement on settlement.merchant_id = :merchantId and settlement.id = pending.id
   left join lateral (
     select count(*) as lines, coalesce(sum(net_minor), 0) as net_minor from (
       select amount_minor - fee_minor - vat_minor as net_minor from settlement_lines
       where merchant_id = :merchantId and settlement_id = pending.id limit :maxLines + 1
     ) as first
   ) as line on pending.state = 'open'
   where pending.merchant_id = :merchantId and pending.is_test = :isTest and not pending.is_held
   group by pending.store_id, store.merchant_code, pending.currency, pending.state, pending.due_at
   order by pending.due_at, store.merchant_code`,
)

export const sumUnpaidPayouts = defineStatement(
  'sum_unpaid_payouts',
  { merchantId: uuid, isTest: bool },
  {
    ...{ currency: text, state: text, is_held: bool, count: int4, amount_minor: int8, since: timestamptz },
    id: nullable(uuid),
  },
  `select payout.currency, payout.state, ${isHeld} as is_held, count(*)::int4 as count,
     sum(payout.amount_minor)::int8 as amount_minor, min(payout.created_at) as since,
     case when count(*) = 1 then (array_agg(payout.id))[1] end as id
   from payouts as payout
   join (${storeBeneficiaries}) as store on store.merchant_id = :merchantId and store.store_id = payout.store_id
   where payout.merchant_id = :merchantId and payout.is_test = :isTest and payout.state <> 'paid'
   group by payout.currency, payout.state, 3 order by 3 desc, payout.state, payout.currency`,
)
