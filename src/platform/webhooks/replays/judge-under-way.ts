import type { NotificationId } from '../../base/ids.ts'
import type { HeldNotification } from './choose-next.ts'

/** A notification that is read and not finished, and the state of its delivery; null without one. */
export interface OpenNotification extends HeldNotification {
  readonly state: string | null
}

interface Judged {
  readonly delivered: number
  readonly failed: number
  readonly underWay: readonly NotificationId[]
  /** Those that are sent another time. */
  readonly again: readonly NotificationId[]
  readonly failedOnce: ReadonlySet<NotificationId>
  /** Whether the address fails. */
  readonly isFailing: boolean
}

/**
 * Returns what became of the notifications under way. One that has failed for good while the address failed is sent
 * another time, once: the address was the reason. Others that failed for good, and those that are not stored any more,
 * count as failed. A dropped one, of a webhook that is enabled again, is sent another time.
 */
export function judgeUnderWay(
  underWay: readonly NotificationId[],
  open: ReadonlyMap<NotificationId, OpenNotification>,
  address: { readonly isFailing: boolean; readonly failedOnce: ReadonlySet<NotificationId> },
): Judged {
  const states = Map.groupBy(underWay, (id) => open.get(id)?.state ?? 'gone')
  const of = (state: string): readonly NotificationId[] => states.get(state) ?? []
  const delivered = of('delivered').length
  // The webhook's own state is written a moment after the delivery's.
  const isFailing = address.isFailing && delivered === 0
  const again = isFailing ? of('failed').filter((id) => !address.failedOnce.has(id)) : []
  return {
    delivered,
    failed: of('failed').length - again.length + of('gone').length,
    underWay: of('waiting'),
    again: [...of('dropped'), ...again],
    failedOnce: new Set([...address.failedOnce, ...again]),
    isFailing,
  }
}
