import { momentOf } from '../../platform/base/ids.ts'
import { type Instant, second, wholeSecond } from '../../platform/base/times.ts'
import type { PaymentStep } from '../payments/timeline/timeline.ts'
import { order, type PlacedEvent } from './event.ts'

/**
 * Returns the events in their order. Captures and refunds are dated in whole seconds, so within a second the
 * payment's version counts, then the order of causes (`order`). From `consequence` on, times are exact and count
 * first.
 */
export function orderEvents(events: readonly PlacedEvent[]): PlacedEvent[] {
  return events.toSorted(
    (a, b) =>
      wholeSecond(a.at) - wholeSecond(b.at) ||
      a.place.version - b.place.version ||
      Math.min(rankOf(a), lastOfChange) - Math.min(rankOf(b), lastOfChange) ||
      a.at - b.at ||
      rankOf(a) - rankOf(b),
  )
}

function rankOf({ place }: PlacedEvent): number {
  return order.indexOf(place.as)
}

/** From this rank on, the time counts. */
const lastOfChange = order.indexOf('consequence')

/** The best known time of a change of the payment. */
export interface Moment {
  readonly version: number
  readonly at: Instant
  /** The ordered id of the capture or refund; null for other changes. */
  readonly movementId: string | null
}

/**
 * Returns the times of the changes, oldest first. A capture or refund is dated at the beginning of its second. Its
 * id has the exact time by the system's clock, which counts if it is in the same second; after an advanced clock it
 * is not. No change is earlier than the one before.
 */
export function momentsOf(
  steps: readonly Pick<PaymentStep, 'version' | 'at' | 'movementId'>[],
  clockOffsetMs: number,
): Moment[] {
  let latest = Number.NEGATIVE_INFINITY
  return steps.map(({ version, at, movementId }) => {
    const madeAt = movementId === null ? at : momentOf(movementId) + clockOffsetMs
    latest = Math.max(latest, wholeSecond(madeAt) === at ? madeAt : at)
    return { version, movementId, at: latest }
  })
}

/**
 * Returns the payment's version at the time of an event; at least 1. `id`: the event's ordered id, which tells
 * whether a capture or refund of the same second came first.
 */
export function versionAt(moments: readonly Moment[], at: Instant, id?: string): number {
  let index = countUntil(moments, id === undefined ? at : wholeSecond(at) + second - 1) - 1
  for (; index >= 0; index -= 1) {
    const moment = moments[index]
    if (moment !== undefined && !isAfter(moment, at, id)) return moment.version
  }
  return 1
}

// Binary search: a payment with a thousand changes may have thousands of attempts.
function countUntil(moments: readonly Moment[], until: Instant): number {
  let [from, to] = [0, moments.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((moments[middle]?.at ?? 0) <= until) from = middle + 1
    else to = middle
  }
  return from
}

function isAfter({ at: madeAt, movementId }: Moment, at: Instant, id: string | undefined): boolean {
  const isComparable = id !== undefined && movementId !== null && wholeSecond(madeAt) === wholeSecond(at)
  return isComparable ? movementId > id : madeAt > at
}
