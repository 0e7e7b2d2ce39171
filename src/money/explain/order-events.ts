import { momentOf } from '../../platform/base/ids.ts'
import { type Instant, second, wholeSecond } from '../../platform/base/times.ts'
import type { PaymentStep } from '../payments/timeline/timeline.ts'
import { order, type PlacedEvent } from './event.ts'

/**
 * Events as they happened. Captures and refunds are dated in whole seconds: within one it goes by the versions of the payment, and among
 * what belongs to one version by what follows from what (`order`), until webhooks were told; what comes then was dated when it happened.
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

/** From here on it goes by time. */
const lastOfChange = order.indexOf('consequence')

/** When a change of the payment was made, as nearly as is known. */
export interface Moment {
  readonly version: number
  readonly at: Instant
  /** The ordered id of the capture or refund that it was. */
  readonly movementId: string | null
}

/**
 * The moments of the changes, oldest first. A capture or refund is dated at the beginning of its second, but its id was made with it, by
 * the system's clock: where that is the same second of the merchant's, it is when it happened, which it is not once a sandbox's clock was
 * moved. In any case it was no earlier than the change before it.
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
 * The last version of the payment by the time that something happened; 1 before there was any other. `id`: the ordered id that was made
 * when it happened; of a capture or refund in the same second it tells which came first.
 */
export function versionAt(moments: readonly Moment[], at: Instant, id?: string): number {
  let index = countUntil(moments, id === undefined ? at : wholeSecond(at) + second - 1) - 1
  for (; index >= 0; index -= 1) {
    const moment = moments[index]
    if (moment !== undefined && !isAfter(moment, at, id)) return moment.version
  }
  return 1
}

// Halves the range each time: a payment of a thousand changes may have thousands of attempts to place.
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
  const isTold = id !== undefined && movementId !== null && wholeSecond(madeAt) === wholeSecond(at)
  return isTold ? movementId > id : madeAt > at
}
