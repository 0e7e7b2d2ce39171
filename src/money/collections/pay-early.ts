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

/** What the customer's page showed, and where the bank sends the customer back to. */
export interface EarlyPayment {
  readonly expected?: {
    /** The amount that the page showed. */
    readonly amountMinor: bigint
    /** The latest charge on the page. A page that was drawn for an older charge is stale. */
    readonly lastChargeId: string
  }
  readonly returnUrl?: string
}

/**
 * Charges later parts now to the payment's card, for the customer. Returns the charge: approved, challenged, or open
 * while its result is unknown, with the error in `lost`. Refuses a payment without a plan or without an open amount; a
 * stale page; a card that is declined, finally declined, or declined too often; and a second charge while one is in
 * flight, so that of two presses one charges.
 */
export async function payEarly(
  app: App,
  actor: Actor,
  paymentId: PaymentId,
  choice: EarlyChoice,
  { expected, returnUrl = '' }: EarlyPayment = {},
): Promise<{ readonly charge: Charge; readonly lost: unknown }> {
  const loaded = await getCollection(app, actor, paymentId)
  if (loaded.collection.chargeId !== null) throw refusals.chargeUnderWay()
  const now = nowFor(app, actor)
  const amountMinor = earlyAmount(loaded.facts, choice, now)
  if (
    expected !== undefined &&
    (amountMinor !== expected.amountMinor || loaded.charges.at(-1)?.id !== expected.lastChargeId)
  )
    throw refusals.planMoved()
  if (amountMinor === 0n) throw refusals.nothingToPay()
  if (!mayTry(loaded.facts.card, now)) throw refusals.cardDeclined()
  const attempt = await chargeInstallments(app, actor, loaded, 'early', amountMinor, returnUrl)
  if (attempt === undefined) throw refusals.chargeUnderWay()
  const charge = (await findCharge(app, attempt.charge)) ?? attempt.charge
  if (charge.state === 'declined') throw refusals.cardDeclined()
  return { charge, lost: attempt.lost }
}
