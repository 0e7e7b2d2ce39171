import { type Instant, wholeSecond } from '../base/times.ts'
import type { PaymentStep } from '../payments/timeline/list-steps.ts'
import { order, type PlacedEvent } from './event.ts'

/**
 * Events as they happened. Captures and refunds are dated in whole seconds: within one, what something follows from comes before it
 * (`order`).
 */
export function orderEvents(events: readonly PlacedEvent[]): PlacedEvent[] {
  return events.toSorted(
    (a, b) =>
      wholeSecond(a.at) - wholeSecond(b.at) ||
      a.place.version - b.place.version ||
      order.indexOf(a.place.as) - order.indexOf(b.place.as) ||
      a.at - b.at,
  )
}

/** The last version of the payment by this moment; 1 before there was any other. */
export function versionAt(steps: readonly Pick<PaymentStep, 'version' | 'at'>[], at: Instant): number {
  return steps.findLast((step) => step.at <= at)?.version ?? 1
}
