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
 * Charges so much to the payment's card and settles it, or leaves it to the service to find out. The charge is written down first, on
 * the collection that was read; `returnUrl`: where the bank sends the customer back to. Answers it as it was written down, with what kept
 * its answer from being so, undefined where nothing did. Undefined, and nothing is charged, when somebody was faster. Refuses a payment that can
 * only be read.
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
