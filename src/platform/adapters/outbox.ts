import { type MerchantId, newOrderedId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import type { Db } from '../db/db.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Message, MessageKind, Messenger } from './messenger.ts'
import type { Secrets } from './secrets.ts'
import { forgetOutboxMessages, insertOutboxMessage, listOutboxMessages, listOutboxMessagesTo } from './store/outbox.ts'

/** A messenger that sends nothing and keeps the messages to be looked at. */
export interface Outbox extends Messenger {
  /** The messages about a session, oldest first, whichever process they were handed to. */
  list(about: string): Promise<readonly Message[]>
  /** The messages of one mode to a phone by one merchant, oldest first. */
  listTo(merchantId: MerchantId, isTest: boolean, phone: string): Promise<readonly OutboxMessage[]>
  /** Removes messages that have been kept for their time. Answers how many there were. */
  forgetOld(): Promise<number>
}

/** A message that was kept. */
export interface OutboxMessage extends Message {
  readonly id: string
}

const batch = 200

interface OutboxOptions {
  readonly db: Db
  readonly secrets: Secrets
  readonly clock: Pick<Clock, 'now'>
  /** For how long messages are kept. */
  readonly keptMs: number
  readonly log: Log
}

/** The sandbox's messenger: messages stay in an outbox that a page shows. The log says that there is one, not what it says. */
export function openOutbox({ db, secrets, clock, keptMs, log }: OutboxOptions): Outbox {
  // Another service on this database may have made a secrets key of its own; what only it can read, only it shows.
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

/** Production's messenger for test keys: there is no page to look at messages, so nothing is kept of them. */
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
