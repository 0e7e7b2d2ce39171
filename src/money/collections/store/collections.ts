import type { Currency } from '../../../platform/base/markets.ts'
import {
  array,
  bool,
  columnList,
  int4,
  int8,
  nullable,
  paramList,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { selectDue, selectDueOf } from '../../../platform/due/due-sql.ts'
import { countDue, waitingParams, waitingRow } from '../../../platform/due/waiting.ts'
import { shownMerchants } from '../../../platform/merchants/merchants-sql.ts'
import { cardColumns, cardFrom, cardRow } from '../../charges/card-columns.ts'
import { freshCharges } from '../../charges/charges-sql.ts'
import { owedOfPayments } from '../../payments/payments-sql.ts'
import type { Collection } from '../collection.ts'

const identityColumns = {
  merchant_id: uuid,
  id: uuid,
  is_test: bool,
  phone: text,
  currency: text,
  lang: text,
  // When the plan starts: named when that was the authorization.
  authorized_at: timestamptz,
}
const changingColumns = {
  ...cardColumns,
  card_since: timestamptz,
  network_reference: text,
  charge_id: nullable(uuid),
  reminded_for: nullable(text),
  defaulted_at: nullable(timestamptz),
  is_failing: bool,
  due_at: nullable(timestamptz),
}
/** Set by disputes, whatever else changes. */
const quietColumn = { quiet_until: nullable(timestamptz) }
const columns = { ...identityColumns, version: int4, ...changingColumns, ...quietColumn }

export const insertCollection = defineStatement(
  'insert_collection',
  columns,
  {},
  `insert into collections (${columnList(columns)}) values (${paramList(columns)})`,
)

export const findCollection = defineStatement(
  'find_collection',
  { merchantId: uuid, id: uuid, isTest: bool },
  columns,
  `select ${columnList(columns)} from collections where merchant_id = :merchantId and id = :id and is_test = :isTest`,
)

// Only on the version that was read (optimistic concurrency), so that one of two charges.
export const updateCollection = defineStatement(
  'update_collection',
  { merchant_id: uuid, id: uuid, version: int4, ...changingColumns },
  { id: uuid },
  `update collections set version = version + 1, ${Object.keys(changingColumns)
    .map((name) => `${name} = :${name}`)
    .join(', ')}
   where merchant_id = :merchant_id and id = :id and version = :version returning id`,
)

// A changed version keeps a charge from beginning that was decided before. No dispute waits for a lock.
export const quietCollection = defineStatement(
  'quiet_collection',
  { merchantId: uuid, id: uuid, quietUntil: nullable(timestamptz) },
  {},
  `with free as (select id from collections where merchant_id = :merchantId and id = :id for update nowait)
   update collections as collection set version = version + 1, quiet_until = coalesce(:quietUntil, quiet_until)
   from free where collection.merchant_id = :merchantId and collection.id = free.id`,
)

// For payments that become read-only.
export const stopCollections = defineStatement(
  'stop_collections',
  { merchantId: uuid, paymentIds: array(uuid) },
  {},
  `update collections set version = version + 1, due_at = null
   where merchant_id = :merchantId and id = any(:paymentIds::uuid[]) and due_at is not null`,
)

export const listDueCollections = onEachShard(
  defineStatement(
    'list_due_collections',
    { now: timestamptz, limit: int4 },
    { merchant_id: uuid, id: uuid, is_test: bool, clock_offset_ms: int8, tries: nullable(int4) },
    selectDue('collection', 'collections', ['is_test']),
  ),
)

const ofMode = '(:isTest::bool is null or is_test = :isTest)'

// A collection with a charge in flight is not due now, but will be. One statement lists both, so that no collection is
// missed between the two.
export const listDueCollectionsOfMerchant = defineStatement(
  'list_due_collections_of_merchant',
  { merchantId: uuid, until: timestamptz, now: timestamptz, limit: int4, isTest: nullable(bool), lostMs: int4 },
  { id: uuid, is_test: bool, due_at: timestamptz, tries: nullable(int4), is_under_way: bool },
  `select payment_id as id, is_test, :until::timestamptz as due_at, null::int as tries, true as is_under_way
   from (${freshCharges}) as fresh where ${ofMode}
   union all
   select id, is_test, due_at, tries, false from (${selectDueOf('collection', 'collections', ['is_test'], ofMode)}) as due
   order by is_under_way desc, due_at, id`,
)

export function collectionFrom(row: RowOf<typeof columns>): Collection {
  return {
    merchantId: row.merchant_id,
    paymentId: row.id,
    isTest: row.is_test,
    version: row.version,
    phone: row.phone,
    currency: row.currency as Currency,
    lang: row.lang as Collection['lang'],
    startsAt: row.authorized_at,
    card: cardFrom(row),
    cardSince: row.card_since,
    networkReference: row.network_reference,
    chargeId: row.charge_id,
    remindedFor: row.reminded_for,
    defaultedAt: row.defaulted_at,
    quietUntil: row.quiet_until,
    isFailing: row.is_failing,
    dueAt: row.due_at,
  }
}

export function collectionRow(collection: Collection): RowOf<typeof columns> {
  return {
    merchant_id: collection.merchantId,
    id: collection.paymentId,
    is_test: collection.isTest,
    version: collection.version,
    phone: collection.phone,
    currency: collection.currency,
    lang: collection.lang,
    authorized_at: collection.startsAt,
    ...cardRow(collection.card),
    card_since: collection.cardSince,
    network_reference: collection.networkReference,
    charge_id: collection.chargeId,
    reminded_for: collection.remindedFor,
    defaulted_at: collection.defaultedAt,
    quiet_until: collection.quietUntil,
    is_failing: collection.isFailing,
    due_at: collection.dueAt,
  }
}

export const waitingCollections = defineStatement(
  'measure_due_collections',
  waitingParams,
  waitingRow,
  countDue('collections', 'due_at'),
)

// For support: of all merchants, oldest default first. Leaves out plans that were paid after all.
export const listDefaultedPlans = defineStatement(
  'list_defaulted_plans',
  { after: timestamptz, afterId: uuid, limit: int4 },
  {
    ...{ merchant_id: uuid, merchant_name: text, id: uuid, is_test: bool, currency: text },
    ...{ defaulted_at: timestamptz, owed_minor: int8 },
  },
  `select collection.merchant_id, merchant.name as merchant_name, collection.id, collection.is_test, collection.currency,
     collection.defaulted_at, payment.owed_minor
   from collections as collection
   join (${owedOfPayments}) as payment
     on payment.merchant_id = collection.merchant_id and payment.payment_id = collection.id
   join (${shownMerchants}) as merchant on merchant.merchant_id = collection.merchant_id
   where collection.defaulted_at is not null and (collection.defaulted_at, collection.id) > (:after, :afterId)
     and payment.owed_minor > 0
   order by collection.defaulted_at, collection.id limit :limit`,
)
