import { array, bool, int4, int8, nullable, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { selectDue, selectDueOf } from '../../../platform/due/due-sql.ts'
import { countDue, waitingParams, waitingRow } from '../../../platform/due/waiting.ts'
import { shownMerchants } from '../../../platform/merchants/merchants-sql.ts'
import { disputedPayments } from '../../payments/payments-sql.ts'

const key = { merchantId: uuid, paymentId: uuid, kind: text, event: text }
const isIt = 'merchant_id = :merchantId and payment_id = :paymentId and kind = :kind and event = :event'

// Once for each event. `send_at` is a time of the merchant's clock.
export const insertMessage = defineStatement(
  'insert_customer_message',
  { ...key, isTest: bool, phone: text, text, at: timestamptz },
  {},
  `insert into customer_messages (merchant_id, payment_id, kind, event, is_test, phone, text, at, state, send_at)
   values (:merchantId, :paymentId, :kind, :event, :isTest, :phone, :text, :at, 'waiting', :at)
   on conflict (merchant_id, payment_id, kind, event) do nothing`,
)

const waiting = {
  name: 'waiting_message',
  select: `select merchant_id, payment_id as id, is_test, send_at as due_at from customer_messages`,
}

// Payments with a due message.
export const listDueMessages = onEachShard(
  defineStatement(
    'list_due_customer_messages',
    { now: timestamptz, limit: int4 },
    { merchant_id: uuid, id: uuid, is_test: bool, clock_offset_ms: int8, tries: nullable(int4) },
    selectDue('message', waiting, ['is_test']),
  ),
)

export const listDueMessagesOfMerchant = defineStatement(
  'list_due_customer_messages_of_merchant',
  { merchantId: uuid, until: timestamptz, now: timestamptz, limit: int4, isTest: nullable(bool) },
  { id: uuid, is_test: bool, due_at: timestamptz, tries: nullable(int4) },
  selectDueOf('message', waiting, ['is_test'], '(:isTest::bool is null or is_test = :isTest)'),
)

export const findDuePhone = defineStatement(
  'find_phone_of_due_message',
  { merchantId: uuid, paymentId: uuid, now: timestamptz },
  { phone: text },
  `select phone from customer_messages
   where merchant_id = :merchantId and payment_id = :paymentId and send_at <= :now limit 1`,
)

const contact = { merchantId: uuid, isTest: bool, phone: text }
const isTo = 'message.merchant_id = :merchantId and message.phone = :phone and message.is_test = :isTest'

// Until the transaction ends, nobody else judges messages to this phone. Otherwise two could both be the last of the
// limit.
export const tryLockContact = defineStatement(
  'try_lock_contact',
  contact,
  { is_locked: bool },
  `select pg_try_advisory_xact_lock(hashtextextended(concat(:merchantId::uuid, ' ', :isTest::bool, ' ', :phone::text), 8))
     as is_locked`,
)

// Oldest first.
export const listDueMessagesTo = defineStatement(
  'list_due_customer_messages_to',
  { ...contact, now: timestamptz, limit: int4 },
  { payment_id: uuid, kind: text, event: text, text, tries: int4, currency: text, is_disputed: bool },
  `select message.payment_id, message.kind, message.event, message.text, message.tries, collection.currency,
     disputed.payment_id is not null as is_disputed
   from customer_messages as message
   join collections as collection on collection.merchant_id = message.merchant_id and collection.id = message.payment_id
   left join (${disputedPayments}) as disputed
     on disputed.merchant_id = message.merchant_id and disputed.payment_id = message.payment_id
   where ${isTo} and message.send_at <= :now
   order by message.at, message.kind, message.event limit :limit`,
)

// One that was being handed over when its process died counts, too.
export const listContacts = defineStatement(
  'list_contacts_of_phone',
  { ...contact, since: timestamptz },
  { at: timestamptz },
  `select at from customer_messages as message
   where ${isTo} and message.at > :since and message.state in ('sending', 'sent') order by at`,
)

const waits = `${isIt} and state = 'waiting'`

// In state `sending` no other process sends it, not even after a crash: no customer receives a message twice.
export const claimMessage = defineStatement(
  'claim_customer_message',
  { ...key, at: timestamptz },
  { tries: int4 },
  `update customer_messages set state = 'sending', send_at = null, at = :at, tries = tries + 1
   where ${waits} returning tries`,
)

export const putOffMessage = defineStatement(
  'put_off_customer_message',
  { ...key, sendAt: timestamptz },
  {},
  `update customer_messages set send_at = :sendAt where ${waits}`,
)

export const dropMessage = defineStatement(
  'drop_customer_message',
  key,
  {},
  `update customer_messages set state = 'failed', send_at = null where ${waits}`,
)

export const markMessageSent = defineStatement(
  'mark_customer_message_sent',
  { ...key, state: text },
  {},
  `update customer_messages set state = :state where ${isIt} and state = 'sending'`,
)

export const retryMessage = defineStatement(
  'retry_customer_message',
  { ...key, sendAt: timestamptz },
  {},
  `update customer_messages set state = 'waiting', send_at = :sendAt where ${isIt} and state = 'sending'`,
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
  {
    ...{ kind: text, event: text, at: timestamptz, state: text, send_at: nullable(timestamptz), tries: int4, text },
    total: int4,
  },
  `select * from (
     select kind, event, at, state, send_at, tries, text, count(*) over ()::int4 as total from customer_messages
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
// Waiting and locked messages stay, and those that count for the limit of a phone. Several processes may run it at once: each takes other rows.
export const removeOldMessages = onEachShard(
  defineStatement(
    'remove_old_customer_messages',
    { beforePayment: uuid, sentBefore: timestamptz, limit: int4 },
    { payment_id: uuid },
    `delete from customer_messages as message using (
     select old.merchant_id, old.payment_id, old.kind, old.event from (${shownMerchants}) as merchant
     cross join lateral (
       select merchant_id, payment_id, kind, event from customer_messages as found
       where merchant_id = merchant.merchant_id and payment_id < :beforePayment and state in ('sent', 'failed')
         and at < :sentBefore
       order by payment_id limit :limit for update skip locked
     ) as old limit :limit
   ) as over
   where message.merchant_id = over.merchant_id and message.payment_id = over.payment_id and message.kind = over.kind
     and message.event = over.event
   returning message.payment_id`,
  ),
)
