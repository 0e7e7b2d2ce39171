import { setTimeout as pause } from 'node:timers/promises'
import type { OutboundRequest, OutboundResult } from '../../../platform/adapters/outbound.ts'
import type { App } from '../../../platform/app/app.ts'
import { day, hour, type Instant, second } from '../../../platform/base/times.ts'
import { batchCalls } from '../../../platform/db/batch-calls.ts'
import { attemptOf } from '../../../platform/webhooks/delivery/attempt.ts'
import { findLater, hastenDeliveries, repeatDelivery } from '../../../platform/webhooks/delivery/deliveries.ts'
import type { FaultInjector, InjectedFault, Post } from '../../../platform/webhooks/delivery/dispatcher-options.ts'
import { messageRequest } from '../../../platform/webhooks/delivery/message.ts'
import { deliveryEntry } from '../../journal/delivery-entry.ts'
import { writeJournal } from '../../journal/write-journal.ts'
import type { NotificationAttempt, NotificationEffect } from '../fault.ts'
import { type Injection, injectFault } from '../inject-fault.ts'
import { withUnknownMember } from '../unknown-member.ts'
import { forgeRequests, wrongIn } from './forge.ts'
import * as store from './store.ts'

type Delivery = Parameters<FaultInjector['before']>[0]
type MarkedDelivery = store.MarkedDeliveryRow

/** Longest wait for the next notification, which may never come. */
const longestWaitMs = hour
const keptMs = 2 * day
/** Unanswered forgeries delay the real notification by this time in total. */
const forgedMs = 5 * second
const batches = { maxBatchSize: 200, maxInFlight: 2 } as const

/**
 * Injects faults when deliveries are attempted (docs/contract/integrators.md#faults). Marks are stored in the database,
 * so any process finds them. A delivery is marked before its fault takes effect, so no fault is injected twice. A
 * delivery whose rule has ended is still attempted. For merchants without rules one statement per claimed batch is the
 * only cost.
 */
export function openFaultInjector(app: App): FaultInjector {
  const affected = new WeakSet<Delivery>()
  const marks = new WeakMap<Delivery, MarkedDelivery>()
  const findMark = markFinder(app)
  const findReordered = reorderedFinder(app)
  return {
    async claimed(deliveries) {
      const ids = await findAffectedMerchants(app, deliveries)
      for (const one of deliveries) if (ids.has(one.merchant_id)) affected.add(one)
    },
    async before(delivery) {
      if (!affected.has(delivery)) return undefined
      const mark = await findMark(delivery)
      if (mark === undefined) return inject(app, delivery, (made) => void marks.set(delivery, made))
      marks.set(delivery, mark)
      if (mark.kind === 'reorder' && (await mustWait(app, delivery))) return holdForNext(app, delivery)
      return { kind: 'send', faultId: mark.fault_id, send: sendUnchanged }
    },
    async after(delivery) {
      if (!affected.has(delivery)) return
      const mark = marks.get(delivery)
      if (mark !== undefined) await sendNextCopy(app, delivery, mark)
      const waiting = await findReordered(delivery)
      const ids = waiting.map(({ id }) => id).filter((id) => id !== delivery.id)
      if (ids.length > 0) await hastenDeliveries(app, delivery.merchant_id, ids)
    },
  }
}

/**
 * Returns the merchants that have rules or marked deliveries. Returns all of them if the query fails: each delivery is
 * then checked by itself.
 */
async function findAffectedMerchants(app: App, deliveries: readonly Delivery[]): Promise<ReadonlySet<string>> {
  const merchantIds = [...new Set(deliveries.map(({ merchant_id }) => merchant_id))]
  if (merchantIds.length === 0) return new Set()
  const rows = await app.db.run(store.findAffectedMerchants, { merchantIds }).catch(() => undefined)
  return new Set(rows?.map(({ merchant_id }) => merchant_id) ?? merchantIds)
}

async function inject(
  app: App,
  delivery: Delivery,
  setMark: (mark: MarkedDelivery) => void,
): Promise<InjectedFault | undefined> {
  const scope = { merchantId: delivery.merchant_id, isTest: delivery.is_test }
  const injection = await injectFault(app, scope, occurrenceOf(delivery))
  if (injection === undefined) return undefined
  const { effect, faultId } = injection
  const sendExtra = extraSender(app, delivery, faultId)
  switch (effect.kind) {
    case 'drop':
      return { kind: 'send', faultId, send: async () => connectionRefused }
    case 'forged':
      return { kind: 'send', faultId, send: sendForgedFirst(effect.as, sendExtra) }
    case 'unknown_member':
      return { kind: 'send', faultId, alter: withUnknownMember, send: sendUnchanged }
    case 'late':
      await saveMark(app, delivery, injection)
      return { kind: 'hold', ms: effect.ms, written: async () => undefined }
    case 'reorder':
      await saveMark(app, delivery, injection)
      return holdForNext(app, delivery)
    case 'duplicate':
      if (effect.concurrent) return { kind: 'send', faultId, send: sendAtOnce(effect.count, sendExtra) }
      setMark(await saveMark(app, delivery, injection))
      return { kind: 'send', faultId, send: sendUnchanged }
  }
}

function occurrenceOf({
  body,
  attempts,
  earlier_attempts,
  payment_id,
  notification_id,
}: Delivery): NotificationAttempt {
  const { status } = JSON.parse(body) as { readonly status: string }
  return {
    notification: status.toLowerCase(),
    isFirstAttempt: attempts === earlier_attempts,
    requestId: notification_id,
    findPaymentId: async () => payment_id,
  }
}

/** Looks like a real connection failure. */
const connectionRefused: OutboundResult = { kind: 'failed', failure: 'connection refused', durationMs: 1 }

type Send = Extract<InjectedFault, { kind: 'send' }>['send']

const sendUnchanged: Send = (message, at, post) => post(messageRequest(message, at))

/** Sends a request beside the attempt, such as a copy or a forgery, and journals its result. */
type SendExtra = (request: OutboundRequest, at: Instant, post: Post, summary?: string) => Promise<void>

function extraSender(app: App, delivery: Delivery, faultId: string): SendExtra {
  return async (request, startedAt, post, summary) => {
    const result = await post(request)
    const entry = deliveryEntry(attemptOf(delivery, { startedAt, request, result }), faultId)
    const requestId = request.headers['Webhook-Id'] ?? null
    await writeJournal(app, { ...entry, requestId, ...(summary !== undefined && { summary }) })
  }
}

function sendForgedFirst(as: Extract<NotificationEffect, { kind: 'forged' }>['as'], sendExtra: SendExtra): Send {
  return async (message, at, post) => {
    const deadline = pause(forgedMs, undefined, { ref: false })
    for (const [forgery, request] of forgeRequests(message, at, as)) {
      const sent = sendExtra(
        request,
        at,
        post,
        `Sent the webhook something that is not ours: its ${wrongIn[forgery]} is wrong.`,
      )
      await Promise.race([sent, deadline])
    }
    return sendUnchanged(message, at, post)
  }
}

function sendAtOnce(count: number, sendExtra: SendExtra): Send {
  return async (message, at, post) => {
    const first = sendUnchanged(message, at, post)
    const request = messageRequest(message, at)
    await Promise.all(Array.from({ length: count - 1 }, () => sendExtra(request, at, post)))
    return first
  }
}

async function saveMark(
  app: App,
  delivery: Delivery,
  { faultId, effect }: Injection<NotificationAttempt>,
): Promise<MarkedDelivery> {
  const copies =
    effect.kind === 'duplicate' ? { copies: effect.count - 1, gap_ms: effect.gap_ms } : { copies: 0, gap_ms: 0 }
  const { merchant_id, id, is_test, webhook_id } = delivery
  const mark = { merchant_id, id, is_test, fault_id: faultId, kind: effect.kind, webhook_id, ...copies }
  const row = { ...mark, subject_id: subjectOf(delivery) }
  await app.db.run(store.saveMarkedDelivery, {
    ...{ merchantId: merchant_id, id, isTest: is_test, faultId, kind: effect.kind, webhookId: webhook_id },
    ...{ subjectId: row.subject_id, copies: row.copies, gapMs: row.gap_ms, keptUntil: app.clock.now() + keptMs },
  })
  return row
}

function subjectOf({ dispute_id, payment_id }: Delivery): string {
  return dispute_id ?? payment_id
}

// Race: the next notification may have been sent while this one was being put on hold. Its sender found nothing to
// release then.
function holdForNext(app: App, delivery: Delivery): InjectedFault {
  const written = async (): Promise<void> => {
    const { isSent } = await findLater(app, delivery)
    if (isSent) await hastenDeliveries(app, delivery.merchant_id, [delivery.id])
  }
  return { kind: 'hold', ms: longestWaitMs, written }
}

// `POST /sandbox/deliver` may make it due early. It still waits for a later notification that is not sent yet.
async function mustWait(app: App, delivery: Delivery): Promise<boolean> {
  const { isSent, isWaiting } = await findLater(app, delivery)
  return isWaiting && !isSent
}

/** After an attempt: schedules the next copy, or removes the mark. */
async function sendNextCopy(app: App, { merchant_id: merchantId, id }: Delivery, mark: MarkedDelivery): Promise<void> {
  const isLeft = mark.kind === 'duplicate' && mark.copies > 0
  if (!isLeft) return void (await app.db.run(store.deleteMarkedDelivery, { merchantId, id }))
  const at = app.clock.now() + mark.gap_ms
  await app.db.transaction(async (tx) => {
    // A failed delivery is retried anyway. Its copies follow after it has arrived.
    if (await repeatDelivery(tx, { merchantId, id }, at)) await tx.run(store.countCopy, { merchantId, id })
  })
  app.deliveriesDue.wake()
}

function markFinder(app: App): (delivery: Delivery) => Promise<MarkedDelivery | undefined> {
  return batchCalls(batches, async (deliveries: readonly Delivery[]) => {
    const merchantIds = [...new Set(deliveries.map(({ merchant_id }) => merchant_id))]
    const rows = await app.db.run(store.findMarkedDeliveries, { merchantIds, ids: deliveries.map(({ id }) => id) })
    const found = new Map(rows.map((row) => [row.id, row]))
    return deliveries.map(({ id }) => found.get(id))
  })
}

function reorderedFinder(app: App): (delivery: Delivery) => Promise<readonly { readonly id: string }[]> {
  return batchCalls(batches, async (deliveries: readonly Delivery[]) => {
    const rows = await app.db.run(store.findReordered, {
      merchantIds: [...new Set(deliveries.map(({ merchant_id }) => merchant_id))],
      webhookIds: [...new Set(deliveries.map(({ webhook_id }) => webhook_id))],
      subjectIds: [...new Set(deliveries.map(subjectOf))],
    })
    return deliveries.map((one) =>
      rows.filter((row) => row.webhook_id === one.webhook_id && row.subject_id === subjectOf(one)),
    )
  })
}
