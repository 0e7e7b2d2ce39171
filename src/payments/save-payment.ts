import type { App } from '../app/app.ts'
import { newOrderedId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import { batchCalls } from '../db/batch-calls.ts'
import type { Queryable } from '../db/db.ts'
import { entryRecordOf } from '../ledger/entries-sql.ts'
import { actorColumnsOf } from '../merchants/actor-columns.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { notificationBody } from './notification/body.ts'
import { listedAs, type PaymentChange } from './payment.ts'
import { columnsOf } from './store/payments.ts'
import { saveChanges, saveChangesWithReturns } from './store/saving.ts'

/**
 * Saves all that a change writes, whole or not at all (optimistic concurrency): false, and nothing was written, when another
 * operation was faster or holds the payment. Outside a transaction it shares its round trip with others.
 */
export async function savePayment(app: App, on: Queryable, actor: Actor, change: PaymentChange): Promise<boolean> {
  const saving = savingOf(app, actor, change)
  if (on === app.db) return saverOf(app)(saving)
  const [outcome] = await saveBatch(app, on, [saving])
  return outcome?.isSaved ?? false
}

const savers = new WeakMap<App, (saving: Saving) => Promise<boolean>>()

function saverOf(app: App): (saving: Saving) => Promise<boolean> {
  const saver =
    savers.get(app) ??
    batchCalls({ maxBatchSize: 32, maxInFlight: 2 }, async (savings: readonly Saving[]) => {
      const outcomes = await saveBatch(app, app.db, savings)
      if (outcomes.some((outcome) => outcome.hasDeliveries)) app.deliveriesDue.wake()
      return outcomes.map((outcome) => outcome.isSaved)
    })
  savers.set(app, saver)
  return saver
}

// A store in several shards saves each merchant's changes here by themselves.
async function saveBatch(app: App, on: Queryable, savings: readonly Saving[]) {
  const writing = {
    changes: savings.map(({ change }, number) => ({ number, ...change })),
    entries: savings.flatMap(({ entries }, number) => entries.map((entry) => ({ number, ...entry }))),
    events: savings.flatMap(({ events }, number) => events.map((event) => ({ number, ...event }))),
    now: app.clock.now(),
  }
  const returns = savings.flatMap(({ returnedMinor }, number) => {
    return returnedMinor > 0n ? [{ number, amount_minor: returnedMinor }] : []
  })
  const rows =
    returns.length === 0
      ? await on.run(saveChanges, writing)
      : await on.run(saveChangesWithReturns, { ...writing, returns })
  const saved = new Map(rows.map((row) => [row.number, row]))
  return savings.map((_, number) => ({
    isSaved: saved.has(number),
    hasDeliveries: saved.get(number)?.has_deliveries ?? false,
  }))
}

type Saving = ReturnType<typeof savingOf>

function savingOf(app: App, actor: Actor, change: PaymentChange) {
  const { before, announced } = change
  return {
    change: {
      ...changeRecordOf(change),
      ...actorColumnsOf(actor),
      at: timeOf(app, actor, change),
    },
    entries: change.entries.map(entryRecordOf),
    returnedMinor: change.returnedMinor,
    events: announced.map((state, index) => ({
      id: newOrderedId(),
      sequence: before.announced + index + 1,
      ...notificationBody(state),
    })),
  }
}

function changeRecordOf(change: PaymentChange) {
  const { transition, before, after, movement } = change
  return {
    ...columnsOf(after),
    version: before.version,
    listed_before: listedAs(before),
    move: transition,
    status_before: before.status,
    movement_id: movement?.id ?? null,
    amount_minor: movement?.amountMinor ?? null,
    reference_id: shownReferenceOf(change),
    service_reference: movement?.isByService ? movement.referenceId : null,
    body: movement === undefined ? null : JSON.stringify(movement.body),
  }
}

// The service's own reference is no reference of the merchant's.
function shownReferenceOf({ transition, after, movement }: PaymentChange): string | null {
  if (movement !== undefined) return movement.isByService ? '' : movement.referenceId
  return transition === 'update_reference' ? after.orderReference : null
}

// What the service does by itself happens when it was due, and not when somebody came to look.
function timeOf(app: App, actor: Actor, { before, movement, after }: PaymentChange): Instant {
  if (movement !== undefined) return movement.createdAt
  return after.expiredAt !== before.expiredAt && after.expiredAt !== null ? after.expiredAt : nowFor(app, actor)
}
