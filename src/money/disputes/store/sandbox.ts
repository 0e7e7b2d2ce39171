import { bool, uuid } from '../../../platform/db/columns.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineReport, defineStatement } from '../../../platform/db/statement.ts'
import { remainingColumns } from '../../../platform/merchants/sandbox-remains.ts'
import { paymentsOfSandbox } from '../../payments/payments-sql.ts'

const openOfSandbox = `(${paymentsOfSandbox}) as payment
     join disputes as dispute on dispute.merchant_id = payment.merchant_id and dispute.payment_id = payment.payment_id
     where dispute.status in ('new', 'in_progress', 'evidence_merchant', 'evidence_customer')`

export const countDisputesOfSandbox = onEachShard(
  defineReport(
    'count_disputes_of_sandbox',
    { isUnmarkedToo: bool },
    remainingColumns,
    `select dispute.merchant_id, count(*)::int4 as count, '' as what from ${openOfSandbox} group by dispute.merchant_id`,
  ),
)

export const listDisputesOfSandbox = defineStatement(
  'list_disputes_of_sandbox',
  { merchantId: uuid, isUnmarkedToo: bool },
  { id: uuid },
  `select dispute.id from ${openOfSandbox} and dispute.merchant_id = :merchantId`,
)
