import {
  bool,
  bytea,
  int4,
  int8,
  json,
  nullable,
  records,
  type TypeOf,
  text,
  timestamptz,
  uuid,
} from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import type { Store } from '../merchant.ts'
import { firstOf, remainingColumns } from '../sandbox-remains.ts'
import type { SettingsRecord } from './before-sandbox.ts'
import type { FeeRefund } from './fee-rates.ts'
import { offersFrom, offersRecordOf, type PlanOffersRecord } from './plan-terms.ts'

const settingColumns = {
  name: text,
  checkout: text,
  smallest_order_minor: int8,
  largest_order_minor: int8,
  session_seconds: int4,
  payment_seconds: int4,
  auto_capture_seconds: nullable(int4),
  refund_days: nullable(int4),
  fee_percent: int4,
  fee_fixed_minor: int8,
  fee_vat_percent: int4,
  fee_refund: text,
  plans: nullable(json<PlanOffersRecord>()),
  beneficiary_name: text,
  beneficiary_iban: text,
  ...{ legal_name: text, legal_address: text, tax_number: text, legal_changed_at: nullable(timestamptz) },
}

const storeColumns = {
  id: uuid,
  merchant_code: text,
  country: text,
  currency: text,
  is_default: bool,
  logo: nullable(text),
  ...settingColumns,
}
type StoreRow = TypeOf<ReturnType<typeof records<typeof storeColumns>>>[number]

const insertedColumns = { merchant_id: uuid, code_key: text, created_at: timestamptz, ...storeColumns }
const inserted = records(insertedColumns)
const insertedNames = Object.keys(insertedColumns).join(', ')

export const insertStores = defineStatement(
  'insert_stores',
  { stores: inserted },
  {},
  `insert into stores (${insertedNames})
   select ${insertedNames} from json_to_recordset(:stores) as store (${inserted.definition})`,
)

const markColumns = { in_sandbox: bool, before_sandbox: nullable(json<SettingsRecord>()) }
const changedColumns = { ...settingColumns, ...markColumns }
const changed = records({ id: uuid, ...changedColumns })

export const updateStores = defineStatement(
  'update_stores',
  { merchantId: uuid, stores: changed },
  {},
  `update stores as store set ${Object.keys(changedColumns)
    .map((name) => `${name} = changed.${name}`)
    .join(', ')}
   from json_to_recordset(:stores) as changed (${changed.definition})
   where store.merchant_id = :merchantId and store.id = changed.id`,
)

export const lockStores = defineStatement(
  'lock_stores',
  { merchantId: uuid },
  { id: uuid },
  'select id from stores where merchant_id = :merchantId for update',
)

export const listStoreRows = defineStatement(
  'list_stores',
  { merchantId: uuid },
  storeColumns,
  `select ${Object.keys(storeColumns).join(', ')} from stores where merchant_id = :merchantId
   order by is_default desc, created_at, id`,
)

export const listStoreMarks = defineStatement(
  'list_store_marks',
  { merchantId: uuid },
  { id: uuid, ...markColumns },
  'select id, in_sandbox, before_sandbox from stores where merchant_id = :merchantId',
)

// A store that a sandbox made counts only if it has fees, terms of its own, a beneficiary or a legal entity.
const isChanged = `(before_sandbox is not null or in_sandbox and (
     fee_percent <> 0 or fee_fixed_minor <> 0 or fee_vat_percent <> 0 or beneficiary_name <> '' or beneficiary_iban <> ''
     or plans is not null or legal_name <> ''
   ))`

export const listChangedStores = defineStatement(
  'list_stores_changed_in_sandbox',
  {},
  remainingColumns,
  `select merchant_id, count(*)::int4 as count, ${firstOf('merchant_code')} as what from stores
   where ${isChanged} group by merchant_id`,
)

export const listSandboxLogos = defineStatement(
  'list_sandbox_logos',
  { isUnmarkedToo: bool },
  remainingColumns,
  `select merchant_id, count(*)::int4 as count, '' as what from store_logos
   where in_sandbox or :isUnmarkedToo group by merchant_id`,
)

export const removeSandboxLogos = defineStatement(
  'remove_sandbox_logos',
  { merchantId: uuid, isUnmarkedToo: bool },
  {},
  `with removed as (
     delete from store_logos where merchant_id = :merchantId and (in_sandbox or :isUnmarkedToo) returning store_id
   )
   update stores set logo = null where merchant_id = :merchantId and id in (select store_id from removed)`,
)

const oneStore = { merchantId: uuid, storeId: uuid }

export const saveStoreLogo = defineStatement(
  'save_store_logo',
  { ...oneStore, logo: text, contentType: text, body: bytea },
  {},
  `with saved as (
     insert into store_logos (merchant_id, store_id, content_type, body) values (:merchantId, :storeId, :contentType, :body)
     on conflict (merchant_id, store_id) do update
     set content_type = excluded.content_type, body = excluded.body, in_sandbox = excluded.in_sandbox
   )
   update stores set logo = :logo where merchant_id = :merchantId and id = :storeId`,
)

export const removeStoreLogo = defineStatement(
  'remove_store_logo',
  oneStore,
  {},
  `with removed as (
     delete from store_logos where merchant_id = :merchantId and store_id = :storeId
   )
   update stores set logo = null where merchant_id = :merchantId and id = :storeId`,
)

export const findStoreLogo = defineStatement(
  'find_store_logo',
  { ...oneStore, logo: text },
  { content_type: text, body: bytea },
  `select picture.content_type, picture.body
   from store_logos as picture
   join stores as store on store.merchant_id = picture.merchant_id and store.id = picture.store_id
   where picture.merchant_id = :merchantId and picture.store_id = :storeId and store.logo = :logo`,
)

export function storeFrom(row: StoreRow): Store {
  return {
    id: row.id,
    merchantCode: row.merchant_code,
    name: row.name,
    logo: row.logo,
    country: row.country as Store['country'],
    currency: row.currency as Store['currency'],
    isDefault: row.is_default,
    checkout: row.checkout as Store['checkout'],
    smallestOrderMinor: row.smallest_order_minor,
    largestOrderMinor: row.largest_order_minor,
    sessionSeconds: row.session_seconds,
    paymentSeconds: row.payment_seconds,
    autoCaptureSeconds: row.auto_capture_seconds,
    refundDays: row.refund_days,
    feeRates: {
      percent: row.fee_percent,
      fixedMinor: row.fee_fixed_minor,
      vatPercent: row.fee_vat_percent,
      refund: row.fee_refund as FeeRefund,
    },
    offers: offersFrom(row.plans, row.currency as Store['currency']),
    beneficiary: { name: row.beneficiary_name, iban: row.beneficiary_iban },
    legalEntity: {
      ...{ name: row.legal_name, address: row.legal_address, taxNumber: row.tax_number },
      changedAt: row.legal_changed_at,
    },
  }
}

export function rowOf(store: Store): StoreRow {
  return {
    id: store.id,
    merchant_code: store.merchantCode,
    name: store.name,
    logo: store.logo,
    country: store.country,
    currency: store.currency,
    is_default: store.isDefault,
    checkout: store.checkout,
    smallest_order_minor: store.smallestOrderMinor,
    largest_order_minor: store.largestOrderMinor,
    session_seconds: store.sessionSeconds,
    payment_seconds: store.paymentSeconds,
    auto_capture_seconds: store.autoCaptureSeconds,
    refund_days: store.refundDays,
    fee_percent: store.feeRates.percent,
    fee_fixed_minor: store.feeRates.fixedMinor,
    fee_vat_percent: store.feeRates.vatPercent,
    fee_refund: store.feeRates.refund,
    plans: offersRecordOf(store.offers, store.currency),
    beneficiary_name: store.beneficiary.name,
    beneficiary_iban: store.beneficiary.iban,
    legal_name: store.legalEntity.name,
    legal_address: store.legalEntity.address,
    tax_number: store.legalEntity.taxNumber,
    legal_changed_at: store.legalEntity.changedAt,
  }
}
