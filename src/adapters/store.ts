import { bytea, int4, text, timestamptz, uuid } from '../db/columns.ts'
import { defineStatement } from '../db/statement.ts'

// The outbox is the sandbox's messenger, so its table is of this room.

export const insertOutboxMessage = defineStatement(
  'insert_outbox_message',
  {
    merchantId: uuid,
    sessionId: uuid,
    id: uuid,
    phone: text,
    sealedText: bytea,
    sentAt: timestamptz,
    keptUntil: timestamptz,
  },
  {},
  `insert into outbox_messages (merchant_id, session_id, id, phone, sealed_text, sent_at, kept_until)
   values (:merchantId, :sessionId, :id, :phone, :sealedText, :sentAt, :keptUntil)`,
)

// The page of the outbox is given a session's id, which nobody can guess, and no key that would say whose it is: the look-up of one
// table, in a sandbox only.
export const listOutboxMessages = defineStatement(
  'list_outbox_messages',
  { sessionId: uuid },
  { merchant_id: uuid, id: uuid, phone: text, sealed_text: bytea, sent_at: timestamptz },
  `select merchant_id, id, phone, sealed_text, sent_at from outbox_messages where session_id = :sessionId
   order by kept_until, id`,
)

// A sweep over all merchants by time. Several processes may do it at once: each takes others.
export const forgetOutboxMessages = defineStatement(
  'forget_outbox_messages',
  { now: timestamptz, most: int4 },
  { id: uuid },
  `delete from outbox_messages as message using (
     select merchant_id, session_id, id from outbox_messages where kept_until <= :now
     order by kept_until limit :most for update skip locked
   ) as over
   where message.merchant_id = over.merchant_id and message.session_id = over.session_id and message.id = over.id
   returning message.id`,
)
