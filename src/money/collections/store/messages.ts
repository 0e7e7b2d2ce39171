import { array, bool, int4, int8, nullable, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { databaseNow, msFromNow } from '../../../platform/db/database-time.ts'
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

const isFree = `(held_until is null or held_until <= ${databaseNow})`
const waiting = {
  name: 'waiting_message',
  select: `select merchant_id, payment_id as id, is_test, send_at as due_at from customer_messages where ${isFree}`,
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

export const listDuePhones = defineStatement(
  'list_phones_of_due_messages',
  { merchantId: uuid, paymentId: uuid, now: timestamptz },
  { phone: text },
  `select distinct phone from customer_messages
   where merchant_id = :merchantId and payment_id = :paymentId and send_at <= :now and ${isFree}`,
)

// A process that died during a hand-over is at work until its lease ends.
export const findMessageUnderWay = defineStatement(
  'find_message_under_way',
  { merchantId: uuid },
  { id: uuid },
  `select payment_id as id from customer_messages
   where merchant_id = :merchantId and state = 'sending' and held_until > ${databaseNow} limit 1`,
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

export const nextMessageColumns = {
  ...{ payment_id: uuid, kind: text, event: text, text, at: timestamptz, send_at: timestamptz, currency: text },
  ...{ is_disputed: bool, held_until: nullable(timestamptz), is_under_way: bool },
}

// The oldest one that waits, due or not, because a later one may not overtake it. Until when nobody may send to the
// phone, and whether a message is being handed over.
export const findNextMessageTo = defineStatement(
  'find_next_customer_message_to',
  { ...contact, now: timestamptz },
  nextMessageColumns,
  `select message.payment_id, message.kind, message.event, message.text, message.at, message.send_at,
     collection.currency, disputed.payment_id is not null as is_disputed, held.until as held_until, held.is_under_way
   from customer_messages as message
   join collections as collection on collection.merchant_id = message.merchant_id and collection.id = message.payment_id
   left join (${disputedPayments}) as disputed
     on disputed.merchant_id = message.merchant_id and disputed.payment_id = message.payment_id
   cross join (
     select max(message.held_until) as until, coalesce(bool_or(message.state = 'sending'), false) as is_under_way
     from customer_messages as message where ${isTo} and message.held_until > ${databaseNow}
   ) as held
   where ${isTo} and message.state = 'waiting' and message.at <= :now
   order by message.at, message.kind, message.event, message.payment_id limit 1`,
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
  { ...key, at: timestamptz, leaseMs: int4 },
  { tries: int4 },
  `update customer_messages set state = 'sending', send_at = null, at = :at, tries = tries + 1,
     held_until = ${msFromNow(':leaseMs')}
   where ${waits} returning tries`,
)

const waitsTo = `${isTo} and message.state = 'waiting'`

export const putOffMessages = defineStatement(
  'put_off_customer_messages',
  { ...contact, sendAt: timestamptz },
  {},
  `update customer_messages as message set send_at = :sendAt where ${waitsTo} and message.send_at <> :sendAt`,
)

export const holdMessages = defineStatement(
  'hold_customer_messages',
  { ...contact, until: timestamptz },
  {},
  `update customer_messages as message set held_until = :until
   where ${waitsTo} and coalesce(message.held_until, '-infinity') < :until`,
)

export const dropMessage = defineStatement(
  'drop_customer_message',
  key,
  {},
  `update customer_messages set state = 'failed', send_at = null, held_until = null where ${waits}`,
)

const isSending = `${isIt} and state = 'sending'`

export const markMessageSent = defineStatement(
  'mark_customer_message_sent',
  key,
  {},
  `update customer_messages set state = 'sent', held_until = null where ${isSending}`,
)

export const giveUpMessage = defineStatement(
  'give_up_customer_message',
  key,
  {},
  `update customer_messages set state = 'failed', held_until = null where ${isSending}`,
)

// With the times from before it was claimed, so that it keeps its place. A message of a customer who was erased
// meanwhile has nobody to go to.
export const retryMessage = defineStatement(
  'retry_customer_message',
  { ...key, phone: text, at: timestamptz, sendAt: timestamptz, inMs: int4 },
  {},
  `update customer_messages set at = :at, held_until = ${msFromNow(':inMs')},
     state = case when phone = :phone then 'waiting' else 'failed' end,
     send_at = case when phone = :phone then :sendAt::timestamptz end
   where ${isSending}`,
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
     select kind, event, at, state, tries, text,
       greatest(send_at, case state when 'waiting' then held_until end) as send_at,
       count(*) over ()::int4 as total from customer_messages
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
