import type { App } from '../../platform/app/app.ts'
import { type Actor, nowFor } from '../../platform/merchants/caller.ts'
import { type Charge, type ChargeKind, newCharge } from '../charges/charge.ts'
import { openCharge } from '../charges/charges.ts'
import { chargeOrFind } from '../charges/processor.ts'
import { settleAnswer } from '../charges/settle-answer.ts'
import { refusals } from '../payments/refusals.ts'
import { type LoadedCollection, saveCollection } from './collections.ts'
import { laterCharges } from './later-charges.ts'

/**
 * Charges the payment's card and settles the charge, or leaves an unknown result to the service. The charge is stored
 * first, on the collection's version that was read. `returnUrl`: where the bank sends the customer back to. Returns the
 * charge as it was stored first, and the error that kept its result from being stored (`lost`). Returns undefined, and
 * charges nothing, if another process was faster. Refuses a read-only payment.
 */
export async function chargeInstallments(
  app: App,
  actor: Actor,
  { collection, payment }: LoadedCollection,
  kind: Exclude<ChargeKind, 'first'>,
  amountMinor: bigint,
  returnUrl = '',
): Promise<{ readonly charge: Charge; readonly lost: unknown } | undefined> {
  if (payment.isHeld) throw refusals.held()
  const { merchantId, isTest, phone, card, currency, networkReference } = collection
  const charge = newCharge({
    merchantId,
    sessionId: null,
    paymentId: payment.id,
    kind,
    isTest,
    phone,
    card,
    currency,
    amountMinor,
    networkReference,
    createdAt: nowFor(app, actor),
  })
  const isClaimed = await app.db.transaction(async (tx) => {
    if (!(await saveCollection(tx, { ...collection, chargeId: charge.id, dueAt: null }))) return false
    if (!(await openCharge(tx, charge)))
      throw new Error(`payment ${payment.id} has a charge that its collection has not`)
    return true
  })
  if (!isClaimed) return undefined
  const lost = await settleAnswer(app, actor, laterCharges, charge, (cards) => chargeOrFind(cards, charge, returnUrl))
  return { charge, lost }
}
