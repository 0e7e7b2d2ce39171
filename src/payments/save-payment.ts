import type { App } from '../app/app.ts'
import { newOrderedId } from '../base/ids.ts'
import type { Queryable } from '../db/db.ts'
import type { Actor } from '../merchants/caller.ts'
import { nowFor } from '../merchants/caller.ts'
import { type PaymentChange, timelineEntryOf } from './change.ts'
import type { Payment } from './payment.ts'
import { refusals } from './refusals.ts'
import { saveChange } from './store/payments.ts'
import { notificationWire } from './wire.ts'

/**
 * Saves all that a move writes in one statement, and answers the payment as it is then. Refuses with 409 `payment is locked`,
 * and has written nothing, when another operation was faster.
 */
export async function savePayment(app: App, on: Queryable, actor: Actor, change: PaymentChange): Promise<Payment> {
  const saved = await trySavePayment(app, on, actor, change)
  if (!saved) throw refusals.locked()
  return change.after
}

/** The same, answering false instead of refusing. */
export async function trySavePayment(app: App, on: Queryable, actor: Actor, change: PaymentChange): Promise<boolean> {
  const { before, after, announced } = change
  const moved = change.capture ?? change.refund
  const told = timelineEntryOf(change)
  const at = movedAt(app, actor, change)
  const rows = await on.run(saveChange, [
    ...([before.merchantId, before.id, before.version, after.status] as const),
    ...([after.capturedMinor, after.refundedMinor, after.paidMinor, after.orderReference, after.expiresAt] as const),
    ...([after.authorizedAt, after.closedAt, after.expiredAt, after.dueAt, after.disputeId, after.announced] as const),
    ...([moved?.id ?? null, moved?.referenceId ?? null, moved?.body ?? null, moved ? change.move : null] as const),
    change.entries.map((entry) => entry.account),
    change.entries.map((entry) => entry.cause),
    change.entries.map((entry) => entry.amountMinor),
    ...([told.move, actor.name, actor.requestId, told.statusBefore, at] as const),
    ...([told.amountMinor, told.referenceId] as const),
    announced.map(() => newOrderedId()),
    announced.map((_, index) => before.announced + index + 1),
    announced.map((state) => JSON.stringify(notificationWire(state))),
    app.clock.now(),
  ])
  return rows.length === 1
}

// What the service does by itself happens when it was due, and not when somebody came to look.
function movedAt(app: App, actor: Actor, { before, capture, refund, after }: PaymentChange): number {
  const moved = capture ?? refund
  if (moved !== undefined) return moved.createdAt
  return after.expiredAt !== before.expiredAt && after.expiredAt !== null ? after.expiredAt : nowFor(app, actor)
}
