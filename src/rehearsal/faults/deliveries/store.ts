import { array, bool, columnList, int4, type RowOf, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'

const marked = {
  merchant_id: uuid,
  id: uuid,
  is_test: bool,
  fault_id: uuid,
  kind: text,
  webhook_id: uuid,
  subject_id: uuid,
  copies: int4,
  gap_ms: int4,
}
export type MarkedDeliveryRow = RowOf<typeof marked>

// Merchants with rules or marked deliveries; usually none.
export const findAffectedMerchants = defineStatement(
  'find_merchants_of_faults',
  { merchantIds: array(uuid) },
  { merchant_id: uuid },
  `select merchant_id from faults where merchant_id = any(:merchantIds::uuid[])
   union
   select merchant_id from disturbed_deliveries where merchant_id = any(:merchantIds::uuid[])`,
)

// For deliveries of several merchants that are attempted at the same moment.
export const findMarkedDeliveries = defineStatement(
  'find_disturbed_deliveries',
  { merchantIds: array(uuid), ids: array(uuid) },
  marked,
  `select ${columnList(marked)} from disturbed_deliveries
   where merchant_id = any(:merchantIds::uuid[]) and id = any(:ids::uuid[])`,
)

export const saveMarkedDelivery = defineStatement(
  'save_disturbed_delivery',
  {
    ...{ merchantId: uuid, id: uuid, isTest: bool, faultId: uuid, kind: text, webhookId: uuid, subjectId: uuid },
    ...{ copies: int4, gapMs: int4, keptUntil: timestamptz },
  },
  {},
  `insert into disturbed_deliveries (${columnList(marked)}, kept_until)
   values (:merchantId, :id, :isTest, :faultId, :kind, :webhookId, :subjectId, :copies, :gapMs, :keptUntil)
   on conflict (merchant_id, id) do nothing`,
)

// Counts one copy as sent.
export const countCopy = defineStatement(
  'count_copy_of_delivery',
  { merchantId: uuid, id: uuid },
  {},
  `update disturbed_deliveries set copies = copies - 1 where merchant_id = :merchantId and id = :id and copies > 0`,
)

export const deleteMarkedDelivery = defineStatement(
  'delete_disturbed_delivery',
  { merchantId: uuid, id: uuid },
  {},
  'delete from disturbed_deliveries where merchant_id = :merchantId and id = :id',
)

// Deliveries on hold for the next one of the same payment or dispute at the same webhook. One call serves several
// deliveries.
export const findReordered = defineStatement(
  'find_reordered_deliveries',
  { merchantIds: array(uuid), webhookIds: array(uuid), subjectIds: array(uuid) },
  { merchant_id: uuid, id: uuid, webhook_id: uuid, subject_id: uuid },
  `select merchant_id, id, webhook_id, subject_id from disturbed_deliveries
   where merchant_id = any(:merchantIds::uuid[]) and webhook_id = any(:webhookIds::uuid[])
     and subject_id = any(:subjectIds::uuid[]) and kind = 'reorder'`,
)

export const deleteMarkedDeliveriesOf = defineStatement(
  'delete_disturbed_deliveries_of',
  { merchantId: uuid, isTest: bool },
  {},
  'delete from disturbed_deliveries where merchant_id = :merchantId and is_test = :isTest',
)

export const deleteOldMarkedDeliveries = onEachShard(
  defineStatement(
    'delete_old_disturbed_deliveries',
    { now: timestamptz, most: int4 },
    { id: uuid },
    `delete from disturbed_deliveries as disturbed using (
     select merchant_id, id from disturbed_deliveries where kept_until <= :now
     order by kept_until limit :most for update skip locked
   ) as over
   where disturbed.merchant_id = over.merchant_id and disturbed.id = over.id
   returning disturbed.id`,
  ),
)

// Used for all merchants when production starts on a sandbox's database.
export const deleteAllMarkedDeliveries = defineStatement(
  'delete_all_disturbed_deliveries',
  {},
  {},
  'delete from disturbed_deliveries',
)
