import { formatMilliseconds, type Instant } from '../../../platform/base/times.ts'
import type { AnnouncedDelivery, Announcement } from '../../../platform/webhooks/story/list-announcements.ts'
import type { Announcement as DisputeAnnouncement, EventType } from '../../disputes/dispute.ts'
import type { PaymentStep } from '../../payments/timeline/timeline.ts'
import { eventOf, type MoreLine, type PlacedEvent, type Tone } from '../event.ts'
import type { Facts } from '../facts.ts'
import { versionAt } from '../order-events.ts'
import { clipped, counted, ordinal } from '../words.ts'

/** What webhooks were told, and every attempt. `disputes`: the events of disputes, which some notifications tell of. */
export function notificationEvents(facts: Facts, disputes: readonly PlacedEvent[]): PlacedEvent[] {
  const versions = versionsOf(facts)
  return facts.announcements.flatMap((told) => {
    const ofDispute = disputes.find((event) => isToldBy(event, told))?.place.version
    const version = ofDispute ?? versions.get(told.id) ?? versionAt(facts.moments, told.at)
    return [
      notificationEvent(facts, told, version),
      ...told.deliveries.flatMap((delivery) => attemptEvents(facts, told, delivery, version)),
    ]
  })
}

/** What each event of a dispute is announced as; the others are not. */
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

function isToldBy({ at, details }: PlacedEvent, told: Announcement): boolean {
  const announced = announcedAs[details['event'] as EventType]
  return details['dispute_id'] === told.disputeId && at === told.at && announced === told.status
}

/**
 * The change that each notification of a payment tells of: both have the same time, and each change announces so many. The newest are
 * always there, so they are paired from the end.
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

function notificationEvent(facts: Facts, told: Announcement, version: number): PlacedEvent {
  const { id, family, disputeId, sequence, status, at, deliveries } = told
  const isAtOnce = deliveries.every(({ state, attempts }) => state === 'delivered' && attempts === 1)
  const said = deliveries.map((delivery) => `${placeOf(delivery)}: ${sayState(delivery)}`)
  return eventOf(
    {
      ...{ at, what: 'notification', kind: 'webhook', tone: toneOf(deliveries), isSecondLook: isAtOnce },
      text: `${family} “${status}” to ${said.length === 0 ? 'no webhook' : said.join('; ')}`,
      more: deliveries.flatMap((delivery) => attemptLines(facts, told, delivery)),
      details: {
        ...{ id, family, dispute_id: disputeId, sequence, status, deliveries: deliveries.length },
        states: deliveries.map(({ webhookId, url, state, attempts, nextAttemptAt }) => {
          const next_attempt_at = nextAttemptAt === null ? null : formatMilliseconds(nextAttemptAt)
          return { webhook_id: webhookId, url, state, attempts, next_attempt_at }
        }),
      },
    },
    { version, as: 'notification' },
  )
}

function toneOf(deliveries: readonly AnnouncedDelivery[]): Tone {
  const isAny = (...states: readonly string[]): boolean => deliveries.some(({ state }) => states.includes(state))
  if (isAny('failed', 'dropped')) return 'bad'
  return isAny('waiting') ? 'wait' : 'plain'
}

// An address may carry a secret behind its path.
function placeOf({ url }: AnnouncedDelivery): string {
  if (!URL.canParse(url)) return 'a webhook that is gone'
  const { host, pathname } = new URL(url)
  return clipped(`${host}${pathname === '/' ? '' : pathname}`, 60)
}

function sayState({ state, attempts, tried }: AnnouncedDelivery): string {
  const last = tried.at(-1)
  const answer = last === undefined ? '' : ` ${sayAnswer(last)}`
  switch (state) {
    case 'delivered':
      return attempts === 1 ? 'delivered' : `delivered at the ${ordinal(attempts)} attempt`
    case 'waiting':
      return attempts === 0 ? 'not sent yet' : `${ordinal(attempts)} attempt${answer}, is tried again`
    case 'failed':
      return `given up, ${ordinal(attempts)} attempt${answer}`
    case 'dropped':
      return 'dropped, for the webhook is disabled'
  }
}

type Attempt = AnnouncedDelivery['tried'][number]

function sayAnswer({ status, answer }: Attempt): string {
  return status === null ? clipped(answer, 60) || 'no answer' : `answered ${status}`
}

function attemptLines(facts: Facts, told: Announcement, delivery: AnnouncedDelivery): MoreLine[] {
  const earlier = delivery.attempts - delivery.tried.length
  const lines = delivery.tried.map((attempt) => {
    const body = attempt.status === null || attempt.answer === '' ? '' : `: ${clipped(attempt.answer, 100)}`
    const text = `${placeOf(delivery)} ${sayAnswer(attempt)} after ${attempt.durationMs} ms${body}`
    return { at: merchantTime(facts, told, delivery, attempt.at), text }
  })
  return earlier > 0 ? [{ text: `… and ${counted(earlier, 'earlier attempt')}` }, ...lines] : lines
}

function attemptEvents(
  facts: Facts,
  told: Announcement,
  delivery: AnnouncedDelivery,
  announcedIn: number,
): PlacedEvent[] {
  return delivery.tried.map((attempt) => {
    const { status, durationMs, answer } = attempt
    const at = merchantTime(facts, told, delivery, attempt.at)
    return eventOf(
      {
        ...{ at, what: 'attempt', kind: 'attempt', tone: status === 200 ? 'good' : 'bad', isSecondLook: true },
        text: `notification ${told.sequence} to ${placeOf(delivery)}: ${sayAnswer(attempt)} after ${durationMs} ms`,
        details: {
          ...{ notification_id: told.id, sequence: told.sequence, url: delivery.url, status, duration_ms: durationMs },
          ...{ answer, system_time: formatMilliseconds(attempt.at) },
        },
      },
      { version: Math.max(announcedIn, versionAt(facts.moments, at)), as: 'attempt' },
    )
  })
}

/**
 * Attempts go by the system's clock. Where a sandbox has moved the merchant's ahead, nobody knows by how much it was ahead then: they are
 * told as if the first had followed at once.
 */
export function merchantTime(
  facts: Pick<Facts, 'clockOffsetMs'>,
  told: Announcement,
  { tried }: AnnouncedDelivery,
  at: Instant,
): Instant {
  return facts.clockOffsetMs === 0 ? at : told.at + (at - (tried[0]?.at ?? at))
}
