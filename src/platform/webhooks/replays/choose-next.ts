import type { NotificationId } from '../../base/ids.ts'

/** A notification that waits to be sent again. */
export interface HeldNotification {
  readonly id: NotificationId
  /** The payment or dispute. */
  readonly subjectId: string
  readonly sequence: number
}

/**
 * Returns the notifications to send next, at most `room`, in the order of the list. Those of one payment or dispute go
 * one after the other: none is chosen while an earlier one waits or is under way (`busy`).
 */
export function chooseNext(
  held: readonly HeldNotification[],
  busy: ReadonlySet<string>,
  room: number,
): readonly NotificationId[] {
  const first = new Map<string, HeldNotification>()
  for (const one of held) {
    const earlier = first.get(one.subjectId)
    if (earlier === undefined || one.sequence < earlier.sequence) first.set(one.subjectId, one)
  }
  return held
    .filter((one) => first.get(one.subjectId) === one && !busy.has(one.subjectId))
    .slice(0, Math.max(0, room))
    .map(({ id }) => id)
}
