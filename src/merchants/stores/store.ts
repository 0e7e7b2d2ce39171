import { bool, int4, int8, nullable, records, type TypeOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import type { Store } from '../merchant.ts'

/** What an operator can set. */
const settingColumns = {
  checkout: text,
  smallest_order_minor: int8,
  largest_order_minor: int8,
  session_seconds: int4,
  payment_seconds: int4,
  auto_capture_seconds: nullable(int4),
}

const storeColumns = {
  id: uuid,
  merchant_code: text,
  name: text,
  country: text,
  currency: text,
  is_default: bool,
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

const changed = records({ id: uuid, ...settingColumns })

export const updateStores = defineStatement(
  'update_stores',
  { merchantId: uuid, stores: changed },
  {},
  `update stores as store set ${Object.keys(settingColumns)
    .map((name) => `${name} = changed.${name}`)
    .join(', ')}
   from json_to_recordset(:stores) as changed (${changed.definition})
   where store.merchant_id = :merchantId and store.id = changed.id`,
)

export const listStoreRows = defineStatement(
  'list_stores',
  { merchantId: uuid },
  storeColumns,
  `select ${Object.keys(storeColumns).join(', ')} from stores where merchant_id = :merchantId
   order by is_default desc, created_at, id`,
)

export function storeFrom(row: StoreRow): Store {
  return {
    id: row.id,
    merchantCode: row.merchant_code,
    name: row.name,
    country: row.country as Store['country'],
    currency: row.currency as Store['currency'],
    isDefault: row.is_default,
    checkout: row.checkout as Store['checkout'],
    smallestOrderMinor: row.smallest_order_minor,
    largestOrderMinor: row.largest_order_minor,
    sessionSeconds: row.session_seconds,
    paymentSeconds: row.payment_seconds,
    autoCaptureSeconds: row.auto_capture_seconds,
  }
}

export function rowOf(store: Store): StoreRow {
  return {
    id: store.id,
    merchant_code: store.merchantCode,
    name: store.name,
    country: store.country,
    currency: store.currency,
    is_default: store.isDefault,
    checkout: store.checkout,
    smallest_order_minor: store.smallestOrderMinor,
    largest_order_minor: store.largestOrderMinor,
    session_seconds: store.sessionSeconds,
    payment_seconds: store.paymentSeconds,
    auto_capture_seconds: store.autoCaptureSeconds,
  }
}
