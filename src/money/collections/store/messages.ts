import { array, bool, int4, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { msFromNow } from '../../../platform/db/database-time.ts'
import { selectClaimable } from '../../../platform/db/lease-sql.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { countDue, waitingParams, waitingRow } from '../../../platform/due/waiting.ts'
import { shownMerchants } from '../../../platform/merchants/merchants-sql.ts'

const key = { merchantId: uuid, paymentId: uuid, kind: text, event: text }
const isIt = 'merchant_id = :merchantId and payment_id = :paymentId and kind = :kind and event = :event'

// Once for each event.
export const insertMessage = defineStatement(
  'insert_customer_message',
  { ...key, isTest: bool, phone: text, text, at: timestamptz },
  {},
  `insert into customer_messages (merchant_id, payment_id, kind, event, is_test, phone, text, at, state, send_at)
   values (:merchantId, :paymentId, :kind, :event, :isTest, :phone, :text, :at, 'waiting', statement_timestamp())
   on conflict (merchant_id, payment_id, kind, event) do nothing`,
)

const keyColumns = { merchant_id: uuid, payment_id: uuid, kind: text, event: text }

// Over all merchants by time. Only lists: each row is claimed separately.
export const listDueMessages = onEachShard(
  defineStatement(
    'list_due_customer_messages',
    { limit: int4 },
    keyColumns,
    selectClaimable({ table: 'customer_messages', dueAt: 'send_at' }, 'merchant_id, payment_id, kind, event'),
  ),
)

export const listDueMessagesOfPayment = defineStatement(
  'list_due_customer_messages_of_payment',
  { merchantId: uuid, paymentId: uuid },
  keyColumns,
  `select merchant_id, payment_id, kind, event from customer_messages
   where merchant_id = :merchantId and payment_id = :paymentId and send_at <= statement_timestamp() order by at, kind`,
)

// In state `sending` no other process sends it, not even after a crash: no customer receives a message twice.
export const claimMessage = defineStatement(
  'claim_customer_message',
  key,
  { is_test: bool, phone: text, text, at: timestamptz, tries: int4 },
  `update customer_messages set state = 'sending', send_at = null, tries = tries + 1
   where ${isIt} and state = 'waiting' and send_at <= statement_timestamp()
   returning is_test, phone, text, at, tries`,
)

export const markMessageSent = defineStatement(
  'mark_customer_message_sent',
  { ...key, state: text },
  {},
  `update customer_messages set state = :state where ${isIt} and state = 'sending'`,
)

export const retryMessage = defineStatement(
  'retry_customer_message',
  { ...key, inMs: int4 },
  {},
  `update customer_messages set state = 'waiting', send_at = ${msFromNow(':inMs')}
   where ${isIt} and state = 'sending'`,
)

// For payments that become read-only: their waiting messages are not sent.
export const stopMessages = defineStatement(
  'stop_customer_messages',
  { merchantId: uuid, paymentIds: array(uuid) },
  {},
  `update customer_messages set state = 'failed', send_at = null
   where merchant_id = :merchantId and payment_id = any(:paymentIds::uuid[]) and state = 'waiting'`,
)

// The newest, and the number of all.
export const listMessagesOfPayment = defineStatement(
  'list_customer_messages_of_payment',
  { merchantId: uuid, paymentId: uuid, limit: int4 },
  { kind: text, event: text, at: timestamptz, state: text, tries: int4, text, total: int4 },
  `select * from (
     select kind, event, at, state, tries, text, count(*) over ()::int4 as total from customer_messages
     where merchant_id = :merchantId and payment_id = :paymentId order by at desc, kind desc, event desc limit :limit
   ) as newest order by at, kind, event`,
)

export const waitingMessages = defineStatement(
  'measure_due_messages',
  waitingParams,
  waitingRow,
  countDue('customer_messages', 'send_at'),
)

// Retention over all merchants, oldest payments first: their ids sort by creation, and the primary key is an index.
// Waiting and locked messages stay. Several processes may run it at once: each takes other rows.
export const removeOldMessages = onEachShard(
  defineStatement(
    'remove_old_customer_messages',
    { beforePayment: uuid, limit: int4 },
    { payment_id: uuid },
    `delete from customer_messages as message using (
     select old.merchant_id, old.payment_id, old.kind, old.event from (${shownMerchants}) as merchant
     cross join lateral (
       select merchant_id, payment_id, kind, event from customer_messages as found
       where merchant_id = merchant.merchant_id and payment_id < :beforePayment and state in ('sent', 'failed')
       order by payment_id limit :limit for update skip locked
     ) as old limit :limit
   ) as over
   where message.merchant_id = over.merchant_id and message.payment_id = over.payment_id and message.kind = over.kind
     and message.event = over.event
   returning message.payment_id`,
  ),
)
