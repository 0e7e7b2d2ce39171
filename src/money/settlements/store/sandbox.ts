import { bool, uuid } from '../../../platform/db/columns.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineReport, defineStatement } from '../../../platform/db/statement.ts'
import { remainingColumns } from '../../../platform/merchants/sandbox-remains.ts'
import { paymentsOfSandbox } from '../../payments/payments-sql.ts'

const params = { merchantId: uuid, isUnmarkedToo: bool }

// Starts from the sandbox's payments: a database that was never a sandbox has none.
const settledOfSandbox = `select distinct line.merchant_id, line.settlement_id
     from (${paymentsOfSandbox}) as payment
     join settlement_lines as line on line.merchant_id = payment.merchant_id and line.payment_id = payment.payment_id`

export const countSettlementsOfSandbox = onEachShard(
  defineReport(
    'count_settlements_of_sandbox',
    { isUnmarkedToo: bool },
    remainingColumns,
    `select pending.merchant_id, count(*)::int4 as count, '' as what
     from (${settledOfSandbox}) as settled
     join pending_settlements as pending on pending.merchant_id = settled.merchant_id and pending.id = settled.settlement_id
     where not pending.is_held group by pending.merchant_id`,
  ),
)

const isOfSandbox = `exists (
     select from settlement_lines as line join (${paymentsOfSandbox}) as payment
       on payment.merchant_id = :merchantId and payment.payment_id = line.payment_id
     where line.merchant_id = :merchantId and line.settlement_id = pending.id
   )`

export const listOpenDaysOfSandbox = defineStatement(
  'list_open_days_of_sandbox',
  params,
  { id: uuid },
  `select pending.id from pending_settlements as pending
   where pending.merchant_id = :merchantId and pending.state = 'open' and ${isOfSandbox}`,
)

// Carried, so that it is never due.
export const holdSettlements = defineStatement(
  'hold_settlements',
  params,
  {},
  `update pending_settlements as pending set state = 'carried', due_at = null, is_held = true
   where pending.merchant_id = :merchantId and ${isOfSandbox}`,
)
