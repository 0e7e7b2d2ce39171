import { bool, bytea, int4, text, timestamptz, uuid } from '../../db/columns.ts'
import { onEachShard } from '../../db/sharding/each-shard.ts'
import { defineStatement } from '../../db/statement.ts'

// The outbox is the sandbox's messenger, so this room owns its table.

export const insertOutboxMessage = defineStatement(
  'insert_outbox_message',
  {
    merchantId: uuid,
    sessionId: uuid,
    id: uuid,
    phone: text,
    kind: text,
    isTest: bool,
    sealedText: bytea,
    sentAt: timestamptz,
    keptUntil: timestamptz,
  },
  {},
  `insert into outbox_messages (merchant_id, session_id, id, phone, kind, is_test, sealed_text, sent_at, kept_until)
   values (:merchantId, :sessionId, :id, :phone, :kind, :isTest, :sealedText, :sentAt, :keptUntil)`,
)

// Without a merchant: the page of the outbox has a session's id, which cannot be guessed, and no key. In a sandbox
// only.
export const listOutboxMessages = defineStatement(
  'list_outbox_messages',
  { sessionId: uuid },
  { merchant_id: uuid, id: uuid, phone: text, kind: text, is_test: bool, sealed_text: bytea, sent_at: timestamptz },
  `select merchant_id, id, phone, kind, is_test, sealed_text, sent_at from outbox_messages where session_id = :sessionId
   order by kept_until, id`,
)

export const listOutboxMessagesTo = defineStatement(
  'list_outbox_messages_to',
  { merchantId: uuid, isTest: bool, phone: text },
  {
    merchant_id: uuid,
    session_id: uuid,
    id: uuid,
    phone: text,
    kind: text,
    is_test: bool,
    sealed_text: bytea,
    sent_at: timestamptz,
  },
  `select merchant_id, session_id, id, phone, kind, is_test, sealed_text, sent_at from outbox_messages
   where merchant_id = :merchantId and is_test = :isTest and phone = :phone order by kept_until, id`,
)

// Of all merchants. Several processes at once delete different rows.
export const forgetOutboxMessages = onEachShard(
  defineStatement(
    'forget_outbox_messages',
    { now: timestamptz, most: int4 },
    { id: uuid },
    `delete from outbox_messages as message using (
     select merchant_id, session_id, id from outbox_messages where kept_until <= :now
     order by kept_until limit :most for update skip locked
   ) as over
   where message.merchant_id = over.merchant_id and message.session_id = over.session_id and message.id = over.id
   returning message.id`,
  ),
)

export const deleteOutboxMessagesTo = defineStatement(
  'delete_outbox_messages_to',
  { merchantId: uuid, isTest: bool, phone: text },
  {},
  'delete from outbox_messages where merchant_id = :merchantId and is_test = :isTest and phone = :phone',
)
