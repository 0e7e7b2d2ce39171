import type { DeclineReason, DeclineRetry } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { Charge } from './charge.ts'
import { type ChargeTransition, endsOf } from './states.ts'
import { storedState, updateChargeState } from './store/charges.ts'

interface TransitionDetails {
  readonly reason?: DeclineReason
  readonly retry?: DeclineRetry
  readonly reference?: string
  readonly networkReference?: string
  readonly challengeAddress?: string | null
  /** By the merchant's clock, as is `voidedAt`. */
  readonly settledAt?: Instant
  readonly voidedAt?: Instant
  /** When the charge arrived too late, by the merchant's clock. */
  readonly arrivedAt?: Instant
  /** When the processor is asked again about a void, by the merchant's clock. */
  readonly dueAt?: Instant | null
  /** In how many milliseconds it is checked; absent where nothing is left to be found out. */
  readonly checkInMs?: number
}

/** Brings a charge to its next state; false when it is in none from which this transition leads: somebody else has settled it. */
export async function transitionCharge(
  app: App,
  on: Queryable,
  { merchantId, id, isTest }: Charge,
  transition: ChargeTransition,
  details: TransitionDetails = {},
): Promise<boolean> {
  const { from, to } = endsOf(transition)
  const updated = await on.run(updateChargeState, {
    merchantId,
    id,
    from: from.map(storedState),
    to: storedState(to),
    reason: details.reason ?? null,
    retry: details.retry ?? null,
    reference: details.reference ?? null,
    networkReference: details.networkReference ?? null,
    challengeAddress: details.challengeAddress ?? null,
    settledAt: details.settledAt ?? null,
    voidedAt: details.voidedAt ?? null,
    arrivedAt: details.arrivedAt ?? null,
    dueAt: details.dueAt ?? null,
    checkInMs: details.checkInMs ?? null,
  })
  if (updated.length === 0) return false
  on.afterCommit(() => app.metrics.happened('charges', transition, isTest))
  return true
}
