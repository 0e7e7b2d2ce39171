import type { Currency } from '../../../platform/base/markets.ts'
import {
  array,
  bool,
  int4,
  int8,
  nullable,
  type RowOf,
  records,
  type TypeOf,
  text,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import { defineReport, defineStatement } from '../../../platform/db/statement.ts'
import { countWaiting, waitingParams, waitingRow } from '../../../platform/due/waiting.ts'
import { shownMerchants, storeBeneficiaries } from '../../../platform/merchants/merchants-sql.ts'
import type { BankPayout, PayoutState } from '../payout.ts'

const columns = {
  ...{ merchant_id: uuid, id: uuid, merchant_code: text, is_test: bool, currency: text, amount_minor: int8 },
  ...{ reference: text, state: text, created_at: timestamptz, exported_at: nullable(timestamptz) },
  ...{ paid_at: nullable(timestamptz), beneficiary_name: text, beneficiary_iban: text },
}

const selected = `payout.merchant_id, payout.id, store.merchant_code, payout.is_test, payout.currency, payout.amount_minor,
     payout.reference, payout.state, payout.created_at, payout.exported_at, payout.paid_at, payout.beneficiary_name,
     payout.beneficiary_iban`

const storeOf = (alias: string): string => `join (${storeBeneficiaries}) as store
     on store.merchant_id = ${alias}.merchant_id and store.store_id = ${alias}.store_id`

const filter = { merchantId: nullable(uuid), codeKey: nullable(text), isTest: nullable(bool) }
const matching = (alias: string): string => `(:merchantId::uuid is null or ${alias}.merchant_id = :merchantId)
     and (:codeKey::text is null or store.code_key = :codeKey) and (:isTest::bool is null or ${alias}.is_test = :isTest)`

/** SQL: whether a payout is on hold because its store has no beneficiary. Uses the aliases `payout` and `store`. */
export const isHeld = `not payout.is_test and payout.state = 'pending' and store.beneficiary_iban = ''`

export const listBankPayouts = defineReport(
  'list_bank_payouts',
  { ...filter, state: nullable(text), limit: int4 },
  { ...columns, is_held: bool },
  `select ${selected}, ${isHeld} as is_held
   from payouts as payout ${storeOf('payout')}
   where ${matching('payout')} and (:state::text is null or payout.state = :state)
   order by payout.created_at desc, payout.id desc limit :limit`,
)

// Carried days are zero or less in sum, and wait for better days. Held days are never paid out.
export const listHeldStores = defineReport(
  'list_held_stores',
  filter,
  {
    merchant_id: uuid,
    merchant_code: text,
    is_test: bool,
    currency: text,
    is_carried: bool,
    is_held: bool,
    amount_minor: int8,
    count: int4,
  },
  `select payout.merchant_id, store.merchant_code, payout.is_test, payout.currency, false as is_carried, false as is_held,
     sum(payout.amount_minor)::bigint as amount_minor, count(*)::int4 as count
   from payouts as payout ${storeOf('payout')}
   where payout.state <> 'paid' and ${isHeld} and ${matching('payout')}
   group by payout.merchant_id, payout.store_id, store.merchant_code, payout.is_test, payout.currency
   union all
   select pending.merchant_id, store.merchant_code, pending.is_test, pending.currency, true, pending.is_held,
     sum(settlement.net_minor)::bigint, count(*)::int4
   from pending_settlements as pending ${storeOf('pending')}
   join settlements as settlement on settlement.merchant_id = pending.merchant_id and settlement.id = pending.id
   where pending.state = 'carried' and ${matching('pending')}
   group by pending.merchant_id, pending.store_id, store.merchant_code, pending.is_test, pending.currency, pending.is_held
   order by is_carried, merchant_id, merchant_code`,
)

// For support: the payouts of all merchants that are on hold, oldest first.
export const listHeldPayouts = defineStatement(
  'list_held_payouts',
  { after: timestamptz, afterId: uuid, limit: int4 },
  { ...columns, merchant_name: text },
  `select ${selected}, merchant.name as merchant_name
   from payouts as payout ${storeOf('payout')}
   join (${shownMerchants}) as merchant on merchant.merchant_id = payout.merchant_id
   where payout.state <> 'paid' and ${isHeld} and (payout.created_at, payout.id) > (:after, :afterId)
   order by payout.created_at, payout.id limit :limit`,
)

const markedColumns = {
  ...columns,
  ...{ state_before: text, name_before: text, iban_before: text, exported_before: nullable(timestamptz) },
}

// Locks the payouts before it checks them, so that of two exports at once only one has each payout.
export const markExported = defineStatement(
  'mark_payouts_exported',
  { isAgain: bool, requestedAt: timestamptz, at: timestamptz },
  markedColumns,
  `with chosen as (
     select payout.merchant_id, payout.id, payout.state, payout.beneficiary_name, payout.beneficiary_iban,
       payout.exported_at, store.merchant_code, store.beneficiary_name as name, store.beneficiary_iban as iban
     from payouts as payout ${storeOf('payout')}
     where payout.state <> 'paid' and not payout.is_test and store.beneficiary_iban <> ''
       and (payout.state = 'pending' or :isAgain and payout.exported_at < :requestedAt)
     order by payout.created_at, payout.id for update of payout
   )
   update payouts as payout
   set state = 'exported', exported_at = :at, beneficiary_name = store.name, beneficiary_iban = store.iban
   from chosen as store where payout.merchant_id = store.merchant_id and payout.id = store.id
   returning ${selected}, store.state as state_before, store.beneficiary_name as name_before,
     store.beneficiary_iban as iban_before, store.exported_at as exported_before`,
)

const before = records({
  ...{ merchant_id: uuid, id: uuid, state: text, beneficiary_name: text, beneficiary_iban: text },
  exported_at: nullable(timestamptz),
})

// Restores the marks of a failed export, except of payouts that another call has exported or confirmed since.
export const restorePayouts = defineStatement(
  'restore_payouts',
  { before, at: timestamptz },
  {},
  `update payouts as payout set state = before.state, exported_at = before.exported_at,
     beneficiary_name = before.beneficiary_name, beneficiary_iban = before.beneficiary_iban
   from json_to_recordset(:before) as before (${before.definition})
   where payout.merchant_id = before.merchant_id and payout.id = before.id and payout.state = 'exported'
     and payout.exported_at = :at`,
)

// The payouts that are not exported or not confirmed, and that this export has left out.
export const listLeftOut = defineStatement(
  'list_payouts_left_out',
  { at: timestamptz },
  { ...columns, has_iban: bool },
  `select ${selected}, store.beneficiary_iban <> '' as has_iban
   from payouts as payout ${storeOf('payout')}
   where payout.state <> 'paid' and not payout.is_test and payout.exported_at is distinct from :at
   order by payout.created_at, payout.id`,
)

/** A payout that `markExported` has marked. */
export type MarkedRow = RowOf<typeof markedColumns>

/** Returns the values before the mark, for `restorePayouts`. */
export function beforeExport(row: MarkedRow): TypeOf<typeof before>[number] {
  return {
    merchant_id: row.merchant_id,
    id: row.id,
    state: row.state_before,
    beneficiary_name: row.name_before,
    beneficiary_iban: row.iban_before,
    exported_at: row.exported_before,
  }
}

export const findByReferences = defineStatement(
  'find_payouts_by_references',
  { references: array(text) },
  { ...columns, clock_offset_ms: int8 },
  `select ${selected}, merchant.clock_offset_ms
   from payouts as payout ${storeOf('payout')}
   join (${shownMerchants}) as merchant on merchant.merchant_id = payout.merchant_id
   where payout.reference = any(:references::text[])`,
)

export function bankPayoutFrom(row: RowOf<typeof columns>): BankPayout {
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
    exportedAt: row.exported_at,
    beneficiary: { name: row.beneficiary_name, iban: row.beneficiary_iban },
  }
}

function countUnpaid(state: PayoutState, since: string): string {
  return countWaiting(
    `select ${since} as since from (
       select ${since}, state, is_test from payouts where state <> 'paid' order by created_at limit :limit
     ) as payout where state = '${state}' and not is_test and ${since} <= :now`,
  )
}

// Only live payouts: test payouts are paid at once.
export const waitingPayouts = defineStatement(
  'measure_pending_payouts',
  waitingParams,
  waitingRow,
  countUnpaid('pending', 'created_at'),
)

export const exportedPayouts = defineStatement(
  'measure_exported_payouts',
  waitingParams,
  waitingRow,
  countUnpaid('exported', 'exported_at'),
)
