import type { App } from '../../app/app.ts'
import type { PaymentId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { MerchantMode } from '../../merchants/caller.ts'
import type { DeliveryAttempt, DeliveryState } from '../notifications/notification.ts'
import { type AnnouncedRow, listAnnouncements as list } from './store.ts'

/** A notification of a payment or of one of its disputes, without the body. */
export interface Announcement {
  readonly id: string
  readonly family: 'payment' | 'dispute'
  readonly disputeId: string | null
  /** The number among the notifications of the payment or of the dispute, from 1. */
  readonly sequence: number
  /** The status in the body. */
  readonly status: string
  /** By the merchant's clock. */
  readonly at: Instant
  readonly deliveries: readonly AnnouncedDelivery[]
}

export interface AnnouncedDelivery {
  readonly webhookId: string
  /** Empty if the webhook is removed. */
  readonly url: string
  readonly state: DeliveryState
  /** By the system's clock, as are the times of attempts. */
  readonly nextAttemptAt: Instant | null
  readonly attempts: number
  /** The newest attempts, oldest of them first. */
  readonly tried: readonly DeliveryAttempt[]
}

const maxAnnouncements = 500
/** The attempts of a delivery that are read. There are more only after several resends. */
const maxAttempts = 20
/**
 * The newest notifications whose attempts are read. For older ones only the last attempt is, because each may have
 * many.
 */
const whole = 20
/** The characters of an answer that are read. */
const answerLength = 200

/** Returns the newest notifications of a payment and its disputes, at most 500, oldest first, and the total. */
export async function listAnnouncements(
  app: App,
  { merchantId, isTest }: MerchantMode,
  paymentId: PaymentId,
): Promise<{ readonly announcements: readonly Announcement[]; readonly total: number }> {
  const limits = { limit: maxAnnouncements, whole, attempts: maxAttempts, answerLength }
  const rows = await app.db.run(list, { merchantId, isTest, paymentId, ...limits })
  const announcements = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofOne): Announcement[] => {
    const [row] = ofOne
    return row === undefined ? [] : [{ ...announcementFrom(row), deliveries: deliveriesFrom(ofOne) }]
  })
  return { announcements, total: rows[0]?.total ?? 0 }
}

function announcementFrom(row: AnnouncedRow): Omit<Announcement, 'deliveries'> {
  const family = row.family as Announcement['family']
  const { id, dispute_id: disputeId, sequence, status, created_at: at } = row
  return { id, family, disputeId, sequence, status: status ?? '', at }
}

function deliveriesFrom(rows: readonly AnnouncedRow[]): AnnouncedDelivery[] {
  const byDelivery = Map.groupBy(rows, ({ delivery_id: id }) => id)
  return [...byDelivery.values()].flatMap((ofOne): AnnouncedDelivery[] => {
    const [row] = ofOne
    if (row?.webhook_id == null) return []
    const { webhook_id: webhookId, url, next_attempt_at: nextAttemptAt, attempts } = row
    const tried = ofOne.flatMap(({ attempted_at: at, answered: status, duration_ms, answer }) =>
      at === null ? [] : [{ at, status, durationMs: duration_ms ?? 0, answer: answer ?? '' }],
    )
    const state = row.state as AnnouncedDelivery['state']
    return [{ webhookId, url: url ?? '', state, nextAttemptAt, attempts: attempts ?? 0, tried }]
  })
}
