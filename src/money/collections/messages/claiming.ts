import type { App } from '../../../platform/app/app.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { RowOf } from '../../../platform/db/columns.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import {
  claimMessage,
  dropMessage,
  findNextMessageTo,
  holdMessages,
  listContacts,
  type nextMessageColumns,
  putOffMessages,
  tryLockContact,
} from '../store/messages.ts'
import { contactTime, countedSince } from './contact-times.ts'
import { type CustomerMessageKind, type MessageKey, messageTimes } from './message.ts'

/** Whom messages count for and keep their order: a phone (E.164), at one merchant, in one mode. */
export type Contact = Pick<Actor, 'merchantId' | 'isTest'> & { readonly phone: string }

/** A message that this process has to send. */
export interface ClaimedMessage {
  readonly key: MessageKey
  readonly text: string
  readonly at: Instant
  readonly tries: number
  /** When its event happened, and since when it was due: its times again if the gateway refuses it. */
  readonly waited: { readonly at: Instant; readonly sendAt: Instant }
}

type NextMessage = RowOf<typeof nextMessageColumns>

const silentKinds: readonly CustomerMessageKind[] = ['reminder', 'collection_failed']

/**
 * Claims the oldest waiting message to a phone, to be sent at once. Puts all of them off if this one would come too
 * often or at night, and drops a reminder or a failed collection of a payment with an open dispute. Returns undefined
 * if nothing may be sent now, also while another message to the phone is being sent or was refused.
 */
export async function claimNextMessage(app: App, actor: Actor, contact: Contact): Promise<ClaimedMessage | undefined> {
  return app.db.transaction(async (tx) => {
    const [lock] = await tx.run(tryLockContact, contact)
    if (lock?.is_locked !== true) return undefined
    const now = nowFor(app, actor)
    for (;;) {
      const [next] = await tx.run(findNextMessageTo, { ...contact, now })
      if (next === undefined || (await isHeld(tx, contact, next))) return undefined
      if (!isSilenced(next)) return claim(tx, contact, next, now)
      await tx.run(dropMessage, keyOf(contact, next))
    }
  })
}

async function isHeld(tx: Tx, contact: Contact, { held_until: until, is_under_way }: NextMessage): Promise<boolean> {
  if (until === null) return false
  // Later messages wait behind a refused one, so that no round lists them in vain.
  if (!is_under_way) await tx.run(holdMessages, { ...contact, until })
  return true
}

function isSilenced({ is_disputed, kind }: NextMessage): boolean {
  return is_disputed && silentKinds.some((silent) => silent === kind)
}

async function claim(tx: Tx, contact: Contact, next: NextMessage, now: Instant): Promise<ClaimedMessage | undefined> {
  const sentAt = (await tx.run(listContacts, { ...contact, since: countedSince(now) })).map(({ at }) => at)
  const sendAt = contactTime(contact.phone, next.currency as Currency, sentAt, now)
  if (sendAt > now) {
    await tx.run(putOffMessages, { ...contact, sendAt })
    return undefined
  }
  const key = keyOf(contact, next)
  const [row] = await tx.run(claimMessage, { ...key, at: now, leaseMs: messageTimes.leaseMs })
  const waited = { at: next.at, sendAt: next.send_at }
  return row && { key, text: next.text, at: now, tries: row.tries, waited }
}

function keyOf(
  { merchantId }: Contact,
  { payment_id, kind, event }: NextMessage,
): MessageKey & { paymentId: PaymentId } {
  return { merchantId, paymentId: payment_id, kind, event }
}
