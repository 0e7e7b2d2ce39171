import { bool, int4, int8, text, uuid } from '../../../platform/db/columns.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { clockOffsetOf } from '../../../platform/merchants/merchants-sql.ts'

// A customer is a phone, at any merchant: this statement cannot name the merchant.
export const listProvedPayments = onEachShard(
  defineStatement(
    'list_payments_proved_by_phone',
    { phone: text, isTest: bool, limit: int4 },
    { merchant_id: uuid, id: uuid, clock_offset_ms: int8 },
    `select session.merchant_id, session.payment_id as id, ${clockOffsetOf('session')} as clock_offset_ms
     from visits as visit
     join sessions as session on session.merchant_id = visit.merchant_id and session.id = visit.session_id
     where visit.phone = :phone and visit.proved_at is not null and session.is_test = :isTest limit :limit`,
  ),
)
