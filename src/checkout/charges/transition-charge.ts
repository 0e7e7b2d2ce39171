import type { DeclineReason } from '../../adapters/card-processor.ts'
import type { Queryable } from '../../db/db.ts'
import { storedState, updateChargeState } from '../store/charges.ts'
import type { SessionCharge } from './charge.ts'
import { type ChargeTransition, endsOf } from './states.ts'

interface TransitionDetails {
  readonly reason?: DeclineReason | null
  /** In how many milliseconds it is checked; null where nothing is left to be found out. */
  readonly checkInMs?: number | null
}

/** Brings a charge to its next state; false when it is in none from which this transition leads: somebody else has settled it. */
export async function transitionCharge(
  on: Queryable,
  { merchantId, id }: SessionCharge,
  transition: ChargeTransition,
  { reason = null, checkInMs = null }: TransitionDetails = {},
): Promise<boolean> {
  const { from, to } = endsOf(transition)
  const states = { from: from.map(storedState), to: storedState(to) }
  const updated = await on.run(updateChargeState, { merchantId, id, ...states, reason, checkInMs })
  return updated.length > 0
}
