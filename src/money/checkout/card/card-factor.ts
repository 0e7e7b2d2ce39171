import type { App } from '../../../platform/app/app.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { hasPaid } from '../../charges/card-browsers.ts'
import { processorOf } from '../../charges/processor.ts'
import { findSavedCard } from '../../charges/saved-cards.ts'
import type { CheckoutProgress } from '../progress/progress.ts'

/**
 * The factor that a customer needs beside the phone's code before the card is charged
 * (docs/contract/payment-page.md#saved-cards): none, the card's security code, or a confirmation at the bank (3-D
 * Secure).
 */
export type CardFactor = 'none' | 'security_code' | 'three_d_secure'

interface CardUse {
  readonly customer: Actor
  readonly progress: CheckoutProgress
  readonly browserHash: Buffer
  readonly now: Instant
}

/**
 * Returns the factor that this browser needs for the session's card. A card that was typed in the session needs
 * none.
 */
export async function findCardFactor(app: App, { customer, progress, browserHash, now }: CardUse): Promise<CardFactor> {
  const { card, phone, typedCardToken } = progress
  if (card === null || card.token === typedCardToken) return 'none'
  const { merchantId, isTest } = customer
  const saved = await findSavedCard(app, { merchantId, isTest, phone })
  if (saved?.card.token === card.token && hasPaid(saved.browsers, browserHash, now)) return 'none'
  return processorOf(app, isTest).checkSecurityCode === undefined ? 'three_d_secure' : 'security_code'
}
