import type { Card } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { SandboxRemains } from '../../platform/merchants/sandbox-remains.ts'
import { type CardBrowser, rememberBrowser } from './card-browsers.ts'
import { cardFrom, cardRow } from './card-columns.ts'
import {
  deleteCardsOfSandbox,
  findSavedCard as find,
  listCardsOf,
  listCardsOfSandbox,
  moveCard,
  saveCard as save,
  saveBrowsers,
} from './store/saved-cards.ts'

/** The holder of a saved card: a phone proved by a code, at one merchant, in one mode. */
export interface CardHolder {
  readonly merchantId: MerchantId
  readonly isTest: boolean
  /** E.164. */
  readonly phone: string
}

/** A saved card, and the browsers that have paid with it. */
interface SavedCard {
  readonly card: Card
  readonly browsers: readonly CardBrowser[]
}

/** Returns the card that the customer paid with last; undefined if none is saved. */
export async function findSavedCard(
  app: App,
  { merchantId, isTest, phone }: CardHolder,
): Promise<SavedCard | undefined> {
  const [row] = await app.db.run(find, { merchantId, isTest, phone })
  return row && { card: cardFrom(row), browsers: row.browsers }
}

/** Lists a phone's cards at these merchants. */
export async function listSavedCards(
  app: App,
  of: { readonly merchantIds: readonly MerchantId[]; readonly isTest: boolean; readonly phone: string },
): Promise<{ readonly merchantId: MerchantId; readonly card: Card; readonly savedAt: Instant }[]> {
  const rows = await app.db.run(listCardsOf, of)
  return rows.map((row) => ({ merchantId: row.merchant_id, card: cardFrom(row), savedAt: row.saved_at }))
}

/** Moves a phone's cards at these merchants to another phone. A card that the other phone has stays. */
export async function moveSavedCards(
  { db }: Pick<App, 'db'>,
  { merchantIds, isTest, phone: former }: Parameters<typeof listSavedCards>[1],
  phone: string,
): Promise<void> {
  for (const merchantId of merchantIds) await db.run(moveCard, { merchantId, isTest, former, phone })
}

/** Saves the card for the customer's next purchase, and replaces the one before. A new card starts without browsers. */
export async function saveCard(on: Queryable, { merchantId, isTest, phone }: CardHolder, card: Card, savedAt: Instant) {
  await on.run(save, { merchantId, isTest, phone, savedAt, ...cardRow(card) })
}

/** Remembers that this browser has paid with the card that was just saved. */
export async function savePayingBrowser(
  on: Queryable,
  { merchantId, isTest, phone }: CardHolder,
  browserHash: Buffer,
  now: Instant,
): Promise<void> {
  const holder = { merchantId, isTest, phone }
  // Race: of two simultaneous payments one browser may be lost. Then that browser needs the factor once more.
  const [row] = await on.run(find, holder)
  await on.run(saveBrowsers, { ...holder, browsers: rememberBrowser(row?.browsers ?? [], browserHash, now) })
}

/** Cards that customers have saved in a sandbox: production's processor does not know them. */
export const sandboxCards: SandboxRemains = {
  one: 'saved card',
  many: 'saved cards',
  done: 'removed',
  list: ({ db }, isUnmarkedToo) => db.run(listCardsOfSandbox, { isUnmarkedToo }),
  async remove({ db }, isUnmarkedToo) {
    for (const { merchant_id: merchantId } of await db.run(listCardsOfSandbox, { isUnmarkedToo })) {
      await db.run(deleteCardsOfSandbox, { merchantId, isUnmarkedToo })
    }
  },
}
