import { type MerchantId, newOrderedId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import type { Db, Queryable } from '../db/db.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Message, MessageKind, Messenger } from './messenger.ts'
import type { Secrets } from './secrets.ts'
import {
  deleteOutboxMessagesTo,
  forgetOutboxMessages,
  insertOutboxMessage,
  listOutboxMessages,
  listOutboxMessagesTo,
} from './store/outbox.ts'

/** A messenger that stores messages for a page and sends nothing. */
export interface Outbox extends Messenger {
  /** Returns the messages of a session, oldest first, of all processes. */
  list(about: string): Promise<readonly Message[]>
  /** Returns one merchant's messages of one mode to a phone, oldest first. */
  listTo(merchantId: MerchantId, isTest: boolean, phone: string): Promise<readonly OutboxMessage[]>
  /** Removes messages after their retention time. Returns the number removed. */
  forgetOld(): Promise<number>
}

/** A stored message. */
export interface OutboxMessage extends Message {
  readonly id: string
}

const batch = 200

interface OutboxOptions {
  readonly db: Db
  readonly secrets: Secrets
  readonly clock: Pick<Clock, 'now'>
  /** The retention time of messages. */
  readonly keptMs: number
  readonly log: Log
}

/** Opens the sandbox's messenger: a page shows its messages. The log has an entry for a message, without its text. */
export function openOutbox({ db, secrets, clock, keptMs, log }: OutboxOptions): Outbox {
  // Another service on this database may have its own secrets key. Messages of that key are not shown here.
  const open = (sealed: Buffer, about: string): string | undefined => {
    try {
      return secrets.decrypt(sealed, about)
    } catch (error) {
      log.warn({ err: error, session_id: about }, 'a message in the outbox cannot be read')
      return undefined
    }
  }
  return {
    async send({ merchantId, about, to, text, kind, isTest, at }) {
      await db.run(insertOutboxMessage, {
        merchantId,
        sessionId: about,
        id: newOrderedId(),
        phone: to,
        kind,
        isTest,
        sealedText: secrets.encrypt(text, about),
        sentAt: at,
        keptUntil: clock.now() + keptMs,
      })
      log.info({ about, kind }, 'message in the outbox')
    },
    async list(about) {
      const rows = await db.run(listOutboxMessages, { sessionId: about })
      return rows.flatMap((row): Message[] => {
        const text = open(row.sealed_text, about)
        if (text === undefined) return []
        return [messageFrom({ ...row, session_id: about }, text)]
      })
    },
    async listTo(merchantId, isTest, phone) {
      const rows = await db.run(listOutboxMessagesTo, { merchantId, isTest, phone })
      return rows.flatMap((row) => {
        const text = open(row.sealed_text, row.session_id)
        return text === undefined ? [] : [messageFrom(row, text)]
      })
    },
    forgetOld: async () => (await db.run(forgetOutboxMessages, { now: clock.now(), most: batch })).length,
  }
}

/** Removes one merchant's messages of one mode to a phone. */
export async function forgetMessagesTo(
  on: Queryable,
  to: { readonly merchantId: MerchantId; readonly isTest: boolean; readonly phone: string },
): Promise<void> {
  await on.run(deleteOutboxMessagesTo, to)
}

/** Opens production's messenger for test keys. It stores nothing, because there is no page for messages. */
export function openUnseenOutbox(log: Log): Outbox {
  return {
    send: async (message) => log.info({ session_id: message.about }, 'message of a test key dropped'),
    list: async () => [],
    listTo: async () => [],
    forgetOld: async () => 0,
  }
}

interface MessageRow {
  readonly merchant_id: string
  readonly session_id: string
  readonly id: string
  readonly phone: string
  readonly kind: string
  readonly is_test: boolean
  readonly sent_at: Instant
}

function messageFrom(row: MessageRow, text: string): OutboxMessage {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    about: row.session_id,
    to: row.phone,
    text,
    kind: row.kind as MessageKind,
    isTest: row.is_test,
    at: row.sent_at,
  }
}
