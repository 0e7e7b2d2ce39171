import type { Card } from '../adapters/card-processor.ts'
import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import type { Instant } from '../base/times.ts'
import type { Queryable } from '../db/db.ts'
import { cardFrom, cardRow } from './card-columns.ts'
import { findSavedCard as find, saveCard as save } from './store/saved-cards.ts'

/** Whose card is kept: a phone that a code proved, at one merchant, in one mode. */
export interface CardHolder {
  readonly merchantId: MerchantId
  readonly isTest: boolean
  /** E.164. */
  readonly phone: string
}

/** The card that the customer paid with last; undefined when none is kept. */
export async function findSavedCard(app: App, holder: CardHolder): Promise<Card | undefined> {
  const [row] = await app.db.run(find, holder)
  return row && cardFrom(row)
}

/** Keeps the card for the customer's next purchase, in the place of the one before. */
export async function saveCard(on: Queryable, { merchantId, isTest, phone }: CardHolder, card: Card, savedAt: Instant) {
  await on.run(save, { merchantId, isTest, phone, savedAt, ...cardRow(card) })
}
