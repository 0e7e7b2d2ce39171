import type { ChargeResult, DeclineReason, DeclineRetry } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import type { Charge } from './charge.ts'

export type Charged = Extract<ChargeResult, { kind: 'charged' }>

export interface Decline {
  /** `decline`: the processor has said so. `write_off`: nobody knows of the charge, which may still arrive. */
  readonly how: 'decline' | 'write_off'
  readonly reason: DeclineReason
  readonly retry: DeclineRetry
}

/** What a charge is for: a room above says what follows from its end. All of it may be called again, and at once by several. */
export interface ChargePurpose {
  /**
   * The money has come. Brings the charge to `approved`, with all that follows from it, in one transaction; false, and nothing is
   * written, where nobody waits for it any more: then it is voided. Throws a refusal or a lock conflict when somebody was faster.
   */
  approve(app: App, actor: Actor, charge: Charge, result: Charged): Promise<boolean>
  /**
   * It is not paid by this charge, once, whatever is heard of it later; false when somebody else has settled it. Throws a refusal or a
   * lock conflict when somebody was faster.
   */
  decline(app: App, actor: Actor, charge: Charge, decline: Decline): Promise<boolean>
  /** Whether anybody waits for a charge of which nothing is decided yet. */
  isAwaited(app: App, actor: Actor, charge: Charge): Promise<boolean>
  /** What is done about one that the processor does not know: the same id is sent again, or nobody waits for it any more. */
  readonly whenUnknown: 'send_again' | 'write_off'
}
