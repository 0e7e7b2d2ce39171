import type { App } from '../app/app.ts'
import { newOrderedId } from '../base/ids.ts'
import { formatMilliseconds, type Instant } from '../base/times.ts'
import { batchCalls } from '../db/batch-calls.ts'
import type { Queryable } from '../db/db.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { type PaymentChange, timelineEntryOf } from './change.ts'
import { notificationBody } from './notification-body.ts'
import { listedAs, type Payment } from './payment.ts'
import { refusals } from './refusals.ts'
import { type ChangeRecord, type EntryRecord, type EventRecord, saveChanges } from './store/saving.ts'

/**
 * Saves all that a move writes, whole or not at all, and answers the payment as it is then. Refuses with 409 `payment is
 * locked`, and has written nothing, when another operation was faster.
 */
export async function savePayment(app: App, on: Queryable, actor: Actor, change: PaymentChange): Promise<Payment> {
  const saved = await trySavePayment(app, on, actor, change)
  if (!saved) throw refusals.locked()
  return change.after
}

/** The same, answering false instead of refusing. Outside a transaction it shares its round trip with others. */
export async function trySavePayment(app: App, on: Queryable, actor: Actor, change: PaymentChange): Promise<boolean> {
  const saving = savingOf(app, actor, change)
  if (on === app.db) return saverOf(app)(saving)
  const [outcome] = await saveTogether(app, on, [saving])
  return outcome?.isSaved ?? false
}

type Numberless<Row> = Omit<Row, 'number'>

/** All that one move writes. */
interface Saving {
  readonly change: Numberless<ChangeRecord>
  readonly entries: readonly Numberless<EntryRecord>[]
  readonly events: readonly Numberless<EventRecord>[]
}

const savers = new WeakMap<App, (saving: Saving) => Promise<boolean>>()

function saverOf(app: App): (saving: Saving) => Promise<boolean> {
  const saver =
    savers.get(app) ??
    batchCalls({ maxBatchSize: 32, maxInFlight: 2 }, async (savings: readonly Saving[]) => {
      const outcomes = await saveTogether(app, app.db, savings)
      if (outcomes.some((outcome) => outcome.hasDeliveries)) app.deliveriesDue.wake()
      return outcomes.map((outcome) => outcome.isSaved)
    })
  savers.set(app, saver)
  return saver
}

async function saveTogether(app: App, on: Queryable, savings: readonly Saving[]) {
  const rows = await on.run(saveChanges, [
    savings.map(({ change }, number) => ({ number, ...change })),
    savings.flatMap(({ entries }, number) => entries.map((entry) => ({ number, ...entry }))),
    savings.flatMap(({ events }, number) => events.map((event) => ({ number, ...event }))),
    app.clock.now(),
  ])
  const saved = new Map(rows.map((row) => [row.number, row]))
  return savings.map((_, number) => ({
    isSaved: saved.has(number),
    hasDeliveries: saved.get(number)?.has_deliveries ?? false,
  }))
}

function savingOf(app: App, actor: Actor, change: PaymentChange): Saving {
  const { before, announced } = change
  return {
    change: changeRecordOf(app, actor, change),
    entries: change.entries.map(({ account, cause, amountMinor }) => ({
      account,
      cause,
      amount_minor: String(amountMinor),
    })),
    events: announced.map((state, index) => ({
      id: newOrderedId(),
      sequence: before.announced + index + 1,
      ...notificationBody(state),
    })),
  }
}

function changeRecordOf(app: App, actor: Actor, change: PaymentChange): Numberless<ChangeRecord> {
  const { before, after } = change
  const moved = change.capture ?? change.refund
  const told = timelineEntryOf(change)
  return {
    merchant_id: before.merchantId,
    id: before.id,
    version: before.version,
    listed_before: listedAs(before),
    status: after.status,
    captured_minor: String(after.capturedMinor),
    refunded_minor: String(after.refundedMinor),
    paid_minor: String(after.paidMinor),
    order_reference: after.orderReference,
    expires_at: formatMilliseconds(after.expiresAt),
    authorized_at: formatOptional(after.authorizedAt),
    closed_at: formatOptional(after.closedAt),
    expired_at: formatOptional(after.expiredAt),
    due_at: formatOptional(after.dueAt),
    dispute_id: after.disputeId,
    announced: after.announced,
    move: told.move,
    actor: actor.name,
    request_id: actor.requestId,
    at: formatMilliseconds(movedAt(app, actor, change)),
    status_before: told.statusBefore,
    amount_minor: told.amountMinor === null ? null : String(told.amountMinor),
    reference_id: told.referenceId,
    service_reference: told.serviceReference,
    moved_id: moved?.id ?? null,
    body: moved === undefined ? null : JSON.stringify(moved.body),
  }
}

function formatOptional(at: Instant | null): string | null {
  return at === null ? null : formatMilliseconds(at)
}

// What the service does by itself happens when it was due, and not when somebody came to look.
function movedAt(app: App, actor: Actor, { before, capture, refund, after }: PaymentChange): Instant {
  const moved = capture ?? refund
  if (moved !== undefined) return moved.createdAt
  return after.expiredAt !== before.expiredAt && after.expiredAt !== null ? after.expiredAt : nowFor(app, actor)
}
