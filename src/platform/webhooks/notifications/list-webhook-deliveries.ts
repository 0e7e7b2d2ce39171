import type { App } from '../../app/app.ts'
import type { MerchantId, NotificationId, PaymentId, WebhookId } from '../../base/ids.ts'
import { firstInstant, type Instant, lastInstant } from '../../base/times.ts'
import * as store from '../store/webhook-deliveries.ts'
import { findIdBounds } from './find-id-bounds.ts'
import type { DeliveryAttempt, DeliveryState } from './notification.ts'

/** An event and the state of its delivery to one webhook. */
export interface WebhookDelivery {
  readonly notificationId: NotificationId
  readonly paymentId: PaymentId
  readonly disputeId: string | null
  readonly sequence: number
  /** The status in the event's body. */
  readonly status: string
  /** By the merchant's clock. */
  readonly createdAt: Instant
  readonly state: DeliveryState
  readonly attempts: number
  readonly nextAttemptAt: Instant | null
  readonly lastAttempt: DeliveryAttempt | undefined
}

/**
 * A filter by state. `failing`: everything that has not arrived. `retrying`: failed at least once, with a retry to
 * come. `failed`: given up. `dropped`: not sent, because the webhook was disabled or removed.
 */
export const deliveryFilters = ['delivered', 'failing', 'retrying', 'failed', 'dropped'] as const
export type DeliveryStatus = (typeof deliveryFilters)[number]

export interface DeliveryFilter {
  readonly status: DeliveryStatus | undefined
  /** By the merchant's clock, both included; null: no limit. */
  readonly from: Instant | null
  readonly to: Instant | null
  /** Only events of these payments. */
  readonly paymentIds: readonly PaymentId[] | undefined
}

/** The place of a page: the event at its border, and the way from there. */
export interface DeliveryPlace {
  readonly cursor: NotificationId | undefined
  readonly direction: store.Direction
  readonly limit: number
}

/** A page of deliveries, newest event first, and the events after which the next pages begin; undefined at the end. */
export interface DeliveryPage {
  readonly deliveries: readonly WebhookDelivery[]
  readonly older: NotificationId | undefined
  readonly newer: NotificationId | undefined
}

/** The number of a merchant's events that one call reads. */
const windowSize = 5_000
const answerLength = 200

const missing = { failing: ['failed', 'dropped', 'waiting'], retrying: ['waiting'] } as const

/**
 * Returns a page of a webhook's deliveries. What has not arrived, and events of payments, are found by an index.
 * Otherwise it reads 5,000 events of the merchant: if few of them are for the webhook, a page may have few deliveries or
 * none, and more may follow.
 */
export async function listWebhookDeliveries(
  app: App,
  merchantId: MerchantId,
  webhookId: WebhookId,
  filter: DeliveryFilter,
  place: DeliveryPlace,
): Promise<DeliveryPage> {
  const { cursor, direction, limit } = place
  const period = { from: filter.from ?? firstInstant, to: filter.to ?? lastInstant }
  const bounds = await findIdBounds(app, merchantId, filter)
  const older = direction === 'older' && cursor !== undefined && cursor < bounds.before
  const newer = direction === 'newer' && cursor !== undefined && cursor > bounds.after
  const from = {
    ...{ merchantId, webhookId, ...period },
    ...{ before: older ? cursor : bounds.before, after: newer ? cursor : bounds.after, limit: limit + 1 },
  }
  const { rows, end } = await read(app, filter, direction, from)
  const found = rows.slice(0, limit)
  // Behind the page: another delivery, or events that were not read.
  const behind = rows.length > limit ? found.at(-1)?.id : end
  const deliveries = (direction === 'older' ? found : found.toReversed()).map(deliveryFrom)
  const before = cursor === undefined ? undefined : (found[0]?.id ?? cursor)
  return {
    deliveries,
    ...(direction === 'older' ? { older: behind, newer: before } : { older: before, newer: behind }),
  }
}

type Rows = readonly store.WebhookDeliveryRow[]
interface Range extends Record<'merchantId' | 'webhookId' | 'after' | 'before', string> {
  readonly from: Instant
  readonly to: Instant
  readonly limit: number
}

/** Returns the deliveries, and the last event that was read if there may be more behind it. */
async function read(
  { db }: App,
  { status, paymentIds }: DeliveryFilter,
  direction: store.Direction,
  range: Range,
): Promise<{ readonly rows: Rows; readonly end: NotificationId | undefined }> {
  const states = statesOf(status)
  if (paymentIds !== undefined) {
    const rows = await db.run(store.listDeliveriesOfPayments[direction], { ...range, states, paymentIds, answerLength })
    return { rows, end: undefined }
  }
  if (states !== null && status !== 'delivered') {
    const rows = await db.run(store.listMissingDeliveries[direction], { ...range, states, answerLength })
    return { rows, end: undefined }
  }
  const rows = await db.run(store.listWebhookDeliveries[direction], { ...range, states, windowSize, answerLength })
  if (rows.length === range.limit) return { rows, end: undefined }
  const { limit: _, webhookId: __, ...examined } = range
  const [last] = await db.run(store.findLastExamined[direction], { ...examined, windowSize })
  return { rows, end: last?.id }
}

function statesOf(status: DeliveryStatus | undefined): readonly string[] | null {
  if (status === undefined) return null
  return status === 'failing' || status === 'retrying' ? missing[status] : [status]
}

function deliveryFrom(row: store.WebhookDeliveryRow): WebhookDelivery {
  const { attempted_at: at, answered: status, duration_ms: durationMs, answer } = row
  return {
    notificationId: row.id,
    paymentId: row.payment_id,
    disputeId: row.dispute_id,
    sequence: row.sequence,
    status: row.status ?? '',
    createdAt: row.created_at,
    state: row.state as DeliveryState,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    lastAttempt: at === null ? undefined : { at, status, durationMs: durationMs ?? 0, answer: answer ?? '' },
  }
}
