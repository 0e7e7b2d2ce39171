import { array, bool, int4, uuid } from '../../../platform/db/columns.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineReport, defineStatement } from '../../../platform/db/statement.ts'
import { remainingColumns } from '../../../platform/merchants/sandbox-remains.ts'
import { paymentsOfSandbox } from '../payments-sql.ts'

export const countPaymentsOfSandbox = onEachShard(
  defineReport(
    'count_payments_of_sandbox',
    { isUnmarkedToo: bool },
    remainingColumns,
    `select merchant_id, count(*)::int4 as count, '' as what from (${paymentsOfSandbox}) as payment group by merchant_id`,
  ),
)

export const listPaymentsOfSandbox = defineStatement(
  'list_payments_of_sandbox',
  { merchantId: uuid, isUnmarkedToo: bool, limit: int4 },
  { id: uuid },
  `select payment_id as id from (${paymentsOfSandbox}) as payment where merchant_id = :merchantId limit :limit`,
)

export const holdPayments = defineStatement(
  'hold_payments',
  { merchantId: uuid, paymentIds: array(uuid) },
  {},
  `update payments set in_sandbox = true, is_held = true, due_at = null
   where merchant_id = :merchantId and id = any(:paymentIds::uuid[])`,
)
