import { type Instant, minute } from '../../../platform/base/times.ts'

/** Reading, deciding and saving takes less between the dispute's own time and its payment's. */
export const writtenWithinMs = minute

/** Whether a step of a dispute and one of its payment, of these times, may have been written together. */
export function isWrittenWith(one: Instant, other: Instant): boolean {
  return Math.abs(one - other) <= writtenWithinMs
}
