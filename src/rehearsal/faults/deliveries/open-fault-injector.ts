import { setTimeout as pause } from 'node:timers/promises'
import type { OutboundRequest, OutboundResult } from '../../../platform/adapters/outbound.ts'
import type { App } from '../../../platform/app/app.ts'
import { day, hour, type Instant, second } from '../../../platform/base/times.ts'
import { batchCalls } from '../../../platform/db/batch-calls.ts'
import { attemptOf } from '../../../platform/webhooks/delivery/attempt.ts'
import { findLater, hastenDeliveries, repeatDelivery } from '../../../platform/webhooks/delivery/deliveries.ts'
import type { FaultInjector, Post, InjectedFault } from '../../../platform/webhooks/delivery/fault-injector.ts'
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

/** What waits for the next notification waits no longer: there may be none. */
const longestWaitMs = hour
const keptMs = 2 * day
/** Forgeries that are not answered keep the real one waiting no longer, however many they are. */
const forgedMs = 5 * second
const batches = { maxBatchSize: 200, maxInFlight: 2 } as const

/**
 * Lets rules strike deliveries (docs/contract/integrators.md#faults). What it holds is in the database, where any process finds it: a
 * delivery that is struck is marked first, so that none is struck twice, and whatever ends in between is attempted all the same. Merchants
 * without rules cost one look for all that is claimed together, before it takes any endpoint's time.
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

/** Whose deliveries may go wrong; everybody's where that cannot be found out now, for it is asked again for each. */
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

/** As real trouble looks. */
const connectionRefused: OutboundResult = { kind: 'failed', failure: 'connection refused', durationMs: 1 }

type Send = Extract<InjectedFault, { kind: 'send' }>['send']

const sendUnchanged: Send = (message, at, post) => post(messageRequest(message, at))

/** Sends what is no attempt of ours, and tells the journal what came of it. */
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

// The next may have been sent while this one was being given back: whoever has sent it found nothing to send after it.
function holdForNext(app: App, delivery: Delivery): InjectedFault {
  const written = async (): Promise<void> => {
    const { isSent } = await findLater(app, delivery)
    if (isSent) await hastenDeliveries(app, delivery.merchant_id, [delivery.id])
  }
  return { kind: 'hold', ms: longestWaitMs, written }
}

// Made due before its time, by who wants everything to be attempted: it still comes behind the next one, where there is one.
async function mustWait(app: App, delivery: Delivery): Promise<boolean> {
  const { isSent, isWaiting } = await findLater(app, delivery)
  return isWaiting && !isSent
}

/** After an attempt: another copy, or it is done with. */
async function sendNextCopy(app: App, { merchant_id: merchantId, id }: Delivery, mark: MarkedDelivery): Promise<void> {
  const isLeft = mark.kind === 'duplicate' && mark.copies > 0
  if (!isLeft) return void (await app.db.run(store.deleteMarkedDelivery, { merchantId, id }))
  const at = app.clock.now() + mark.gap_ms
  await app.db.transaction(async (tx) => {
    // What has failed is tried again by itself, and copied once it has arrived.
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
