import type { App } from '../../../platform/app/app.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import {
  claimMessage,
  dropMessage,
  findDuePhone,
  listContacts,
  listDueMessagesTo,
  putOffMessage,
  tryLockContact,
} from '../store/messages.ts'
import { contactTime, countedSince } from './contact-times.ts'
import type { CustomerMessageKind, MessageKey } from './message.ts'

/** A message that this process has to send. */
export interface ClaimedMessage {
  readonly key: MessageKey
  readonly phone: string
  readonly text: string
  readonly at: Instant
  readonly tries: number
}

const silentKinds: readonly CustomerMessageKind[] = ['reminder', 'collection_failed']
const batch = 20

/**
 * Claims the due messages to the phone of a payment's customer, oldest first. Puts off what comes too often or at
 * night, and drops a reminder or a failed collection of a payment with an open dispute. Returns none if another process
 * is at it.
 */
export async function claimMessages(app: App, actor: Actor, paymentId: PaymentId): Promise<readonly ClaimedMessage[]> {
  const { merchantId, isTest } = actor
  const now = nowFor(app, actor)
  const [due] = await app.db.run(findDuePhone, { merchantId, paymentId, now })
  if (due === undefined) return []
  const contact = { merchantId, isTest, phone: due.phone }
  return app.db.transaction(async (tx) => {
    const [lock] = await tx.run(tryLockContact, contact)
    return lock?.is_locked === true ? claimInOrder(tx, contact, now) : []
  })
}

async function claimInOrder(
  tx: Tx,
  contact: Pick<Actor, 'merchantId' | 'isTest'> & { readonly phone: string },
  now: Instant,
): Promise<readonly ClaimedMessage[]> {
  const { merchantId, phone } = contact
  const due = await tx.run(listDueMessagesTo, { ...contact, now, limit: batch })
  const sentAt = (await tx.run(listContacts, { ...contact, since: countedSince(now) })).map(({ at }) => at)
  const claimed: ClaimedMessage[] = []
  for (const { payment_id, kind, event, text, currency, is_disputed } of due) {
    const key = { merchantId, paymentId: payment_id, kind, event }
    if (is_disputed && silentKinds.some((silent) => silent === kind)) {
      await tx.run(dropMessage, key)
      continue
    }
    const sendAt = contactTime(phone, currency as Currency, [...sentAt, ...claimed.map(({ at }) => at)], now)
    if (sendAt > now) {
      await tx.run(putOffMessage, { ...key, sendAt })
      continue
    }
    const [row] = await tx.run(claimMessage, { ...key, at: now })
    if (row !== undefined) claimed.push({ key, phone, text, at: now, tries: row.tries })
  }
  return claimed
}
