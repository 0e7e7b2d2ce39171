import type { Instant } from '../../platform/base/times.ts'
import { localDateOf } from './local-time.ts'
import type { CollectionFacts } from './schedule.ts'

/**
 * Whether a scheduled charge that began at `startedAt` may be sent to the processor again: not while the service is
 * silent, and not in another calendar month where it charges one part a month (docs/contract/money.md#collection).
 */
export function mayChargeAgain(facts: CollectionFacts, startedAt: Instant, now: Instant): boolean {
  const { currency, isDisputed, quietUntil, isOneAMonth } = facts
  if (isDisputed || (quietUntil !== null && now < quietUntil)) return false
  const monthOf = (at: Instant): string => localDateOf(at, currency).slice(0, 7)
  return !isOneAMonth || monthOf(startedAt) === monthOf(now)
}
