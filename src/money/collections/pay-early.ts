import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import type { Charge } from '../charges/charge.ts'
import { findCharge } from '../charges/charges.ts'
import { type EarlyChoice, earlyAmount } from '../plans/charge-amounts.ts'
import { mayTry } from '../plans/schedule.ts'
import { chargeInstallments } from './charge-installments.ts'
import { getCollection } from './collections.ts'
import { refusals } from './refusals.ts'

/** What a customer at a page had before them when they pressed, and where their bank sends them back to. */
export interface EarlyPayment {
  readonly seen?: {
    /** What they were told that this costs. */
    readonly amountMinor: bigint
    /** The newest charge by then: a form that was sent before it says nothing about what is left now. */
    readonly lastChargeId: string
  }
  readonly returnUrl?: string
}

/**
 * The customer pays later parts now with the card of the payment, and answers the charge as it is then: approved, challenged, or open
 * while nobody knows, with what kept it from being known. Refuses where there is no plan or nothing to pay, where it is not what the customer
 * saw, where the card is declined, or was for good or too often, and while a charge is under way: of two presses one charges.
 */
export async function payEarly(
  app: App,
  actor: Actor,
  paymentId: PaymentId,
  choice: EarlyChoice,
  { seen, returnUrl = '' }: EarlyPayment = {},
): Promise<{ readonly charge: Charge; readonly lost: unknown }> {
  const loaded = await getCollection(app, actor, paymentId)
  if (loaded.collection.chargeId !== null) throw refusals.chargeUnderWay()
  const now = nowFor(app, actor)
  const amountMinor = earlyAmount(loaded.facts, choice, now)
  if (seen !== undefined && (amountMinor !== seen.amountMinor || loaded.charges.at(-1)?.id !== seen.lastChargeId))
    throw refusals.planMoved()
  if (amountMinor === 0n) throw refusals.nothingToPay()
  if (!mayTry(loaded.facts.card, now)) throw refusals.cardDeclined()
  const attempt = await chargeInstallments(app, actor, loaded, 'early', amountMinor, returnUrl)
  if (attempt === undefined) throw refusals.chargeUnderWay()
  const charge = (await findCharge(app, attempt.charge)) ?? attempt.charge
  if (charge.state === 'declined') throw refusals.cardDeclined()
  return { charge, lost: attempt.lost }
}
