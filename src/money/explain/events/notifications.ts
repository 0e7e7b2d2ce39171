import type { Instant } from '../../../platform/base/times.ts'
import type { AnnouncedDelivery, Announcement } from '../../../platform/webhooks/story/list-announcements.ts'
import type { Announcement as DisputeAnnouncement, EventType } from '../../disputes/dispute.ts'
import type { PaymentStep } from '../../payments/timeline/timeline.ts'
import { eventOf, type PlacedEvent, type StoryDelivery, type Tone } from '../event.ts'
import type { Facts } from '../facts.ts'
import { versionAt } from '../order-events.ts'

/** Returns the notifications and every attempt to deliver them. `disputes`: the events that some of them announce. */
export function notificationEvents(facts: Facts, disputes: readonly PlacedEvent[]): PlacedEvent[] {
  const versions = versionsOf(facts)
  return facts.announcements.flatMap((announcement) => {
    const ofDispute = disputes.find((event) => isAnnouncedBy(event, announcement))?.place.version
    const version = ofDispute ?? versions.get(announcement.id) ?? versionAt(facts.moments, announcement.at)
    const deliveries = announcement.deliveries.map((delivery) => storyDelivery(facts, announcement, delivery))
    return [
      notificationEvent(announcement, deliveries, version),
      ...deliveries.flatMap((delivery) => attemptEvents(facts, announcement, delivery, version)),
    ]
  })
}

/** The notification's status for each event of a dispute. Other events are not announced. */
const announcedAs: Partial<Readonly<Record<EventType, DisputeAnnouncement>>> = {
  dispute_created: 'pending',
  dispute_in_arbitration: 'arbitration',
  evidence_merchant: 'evidence_merchant',
  dispute_approved: 'approved',
  merchant_14d_unresponsive: 'approved',
  dispute_declined: 'declined',
  customer_14d_unresponsive: 'declined',
  dispute_canceled: 'cancelled',
}

function isAnnouncedBy(event: PlacedEvent, { disputeId, at, status }: Announcement): boolean {
  if (event.kind !== 'dispute_opened' && event.kind !== 'dispute_changed') return false
  return event.dispute.id === disputeId && event.at === at && announcedAs[event.change.eventType] === status
}

/**
 * Returns the version of the payment that each notification announces. Both have the same time, and each change
 * announces a fixed number of notifications. The newest are always read, so they are paired from the end.
 */
function versionsOf({ announcements, steps }: Facts): ReadonlyMap<string, number> {
  const announcing = steps.flatMap((step) => Array.from({ length: announcedBy(step) }, () => step))
  const versions = new Map<string, number>()
  let left = announcing.length
  for (const { id, at } of announcements.filter(({ family }) => family === 'payment').toReversed()) {
    const found = announcing.findLastIndex((step, index) => index < left && step.at === at)
    if (found === -1) continue
    versions.set(id, announcing[found]?.version ?? 1)
    left = found
  }
  return versions
}

function announcedBy({ transition, statusBefore, statusAfter }: PaymentStep): number {
  switch (transition) {
    case 'authorize':
    case 'reject':
    case 'expire':
    case 'close':
    case 'refund':
      return 1
    case 'capture':
      return statusAfter === 'CLOSED' ? 2 : 1
    case 'update_reference':
      return statusBefore === 'AUTHORIZED' || statusBefore === 'CLOSED' ? 1 : 0
    default:
      return 0
  }
}

function notificationEvent(
  announcement: Announcement,
  deliveries: readonly StoryDelivery[],
  version: number,
): PlacedEvent {
  const isAtOnce = deliveries.every(({ state, attempts }) => state === 'delivered' && attempts === 1)
  return eventOf(
    {
      ...{ kind: 'notification', at: announcement.at, tone: toneOf(deliveries), isDetail: isAtOnce },
      ...{ announcement, deliveries },
    },
    { version, as: 'notification' },
  )
}

function toneOf(deliveries: readonly AnnouncedDelivery[]): Tone {
  const isAny = (...states: readonly string[]): boolean => deliveries.some(({ state }) => states.includes(state))
  if (isAny('failed', 'dropped')) return 'bad'
  return isAny('waiting') ? 'wait' : 'plain'
}

function attemptEvents(
  { moments }: Facts,
  announcement: Announcement,
  delivery: StoryDelivery,
  announcedIn: number,
): PlacedEvent[] {
  return delivery.tried.map((attempt) => {
    const { merchantAt: at, status } = attempt
    return eventOf(
      { kind: 'attempt', at, tone: status === 200 ? 'good' : 'bad', isDetail: true, announcement, delivery, attempt },
      { version: Math.max(announcedIn, versionAt(moments, at)), as: 'attempt' },
    )
  })
}

function storyDelivery(facts: Facts, announcement: Announcement, delivery: AnnouncedDelivery): StoryDelivery {
  const tried = delivery.tried.map((attempt) => {
    return { ...attempt, merchantAt: merchantTime(facts, announcement, delivery, attempt.at) }
  })
  return { ...delivery, tried }
}

/**
 * Returns the time of an attempt by the merchant's clock. Attempts are dated by the system's clock. If a sandbox
 * has advanced the merchant's clock, its offset at that time is unknown: the first attempt then counts as made at
 * once.
 */
export function merchantTime(
  facts: Pick<Facts, 'clockOffsetMs'>,
  announcement: Pick<Announcement, 'at'>,
  { tried }: AnnouncedDelivery,
  at: Instant,
): Instant {
  return facts.clockOffsetMs === 0 ? at : announcement.at + (at - (tried[0]?.at ?? at))
}
