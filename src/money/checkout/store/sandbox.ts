import { bool, uuid } from '../../../platform/db/columns.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineReport, defineStatement } from '../../../platform/db/statement.ts'
import { remainingColumns } from '../../../platform/merchants/sandbox-remains.ts'
import { hasOpenPayment } from '../../payments/payments-sql.ts'

export const listLinksOfSandbox = onEachShard(
  defineReport(
    'list_payment_links_of_sandbox',
    { isUnmarkedToo: bool },
    remainingColumns,
    `select merchant_id, count(*)::int4 as count, '' as what from payment_links
     where in_sandbox or :isUnmarkedToo group by merchant_id`,
  ),
)

export const deleteLinksOfSandbox = defineStatement(
  'delete_payment_links_of_sandbox',
  { merchantId: uuid, isUnmarkedToo: bool },
  {},
  'delete from payment_links where merchant_id = :merchantId and (in_sandbox or :isUnmarkedToo)',
)

const isOpen = `${hasOpenPayment('session')} and (session.in_sandbox or :isUnmarkedToo)`

export const countSessionsOfSandbox = onEachShard(
  defineReport(
    'count_sessions_of_sandbox',
    { isUnmarkedToo: bool },
    remainingColumns,
    `select session.merchant_id, count(*)::int4 as count, '' as what from sessions as session
     where ${isOpen} group by session.merchant_id`,
  ),
)

export const listSessionsOfSandbox = defineStatement(
  'list_sessions_of_sandbox',
  { merchantId: uuid, isUnmarkedToo: bool },
  { id: uuid, is_test: bool },
  `select session.id, session.is_test from sessions as session
   where session.merchant_id = :merchantId and ${isOpen}`,
)
