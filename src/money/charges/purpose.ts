import type { ChargeResult, DeclineReason, DeclineRetry } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import type { Charge } from './charge.ts'

export type ApprovedCharge = Extract<ChargeResult, { kind: 'charged' }>

export interface Decline {
  /** `decline`: the processor declined it. `write_off`: the result is unknown, and the charge may still arrive. */
  readonly how: 'decline' | 'write_off'
  readonly reason: DeclineReason
  readonly retry: DeclineRetry
}

/**
 * The purpose of a charge: the room above stores what follows from its result. Each function may be called again, and
 * by several processes at once.
 */
export interface ChargePurpose {
  /**
   * Stores the charge as `approved`, with all that follows, in one transaction. Returns false, and writes nothing, if
   * the charge is not awaited any more: then it is voided. Throws a refusal or a lock conflict if another operation was
   * faster.
   */
  approve(app: App, actor: Actor, charge: Charge, result: ApprovedCharge): Promise<boolean>
  /**
   * Stores that this charge does not pay, whatever its later result. Returns false if it was settled before. Throws a
   * refusal or a lock conflict if another operation was faster.
   */
  decline(app: App, actor: Actor, charge: Charge, decline: Decline): Promise<boolean>
  /** Whether an undecided charge is still awaited. */
  isAwaited(app: App, actor: Actor, charge: Charge): Promise<boolean>
  /** Whether an open charge that the processor does not know is requested again by its id. Otherwise it is written off. */
  maySendAgain(app: App, actor: Actor, charge: Charge): Promise<boolean>
}
