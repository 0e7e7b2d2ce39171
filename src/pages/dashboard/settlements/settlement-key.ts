import { isDate, localDateOf } from '../../../money/plans/local-time.ts'
import type { SettlementKey } from '../../../money/settlements/settlements.ts'
import { parseId } from '../../../platform/base/ids.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { findStoreByCode, type Store } from '../../../platform/merchants/merchant.ts'
import type { Visit } from '../page.ts'
import { refusals } from '../refusals.ts'

/** The word for a store's present day in an address. */
export const today = 'today'

/**
 * Returns the settlement of an address: by its id, or by a day of a store.
 * Without `merchant_code`, the default store. Throws 404 for anything else.
 */
export function readSettlementKey({ app, actor, request, query }: Visit, stores: readonly Store[]): SettlementKey {
  const { id: text = '' } = request.params as Record<string, string>
  const id = parseId(text)
  if (id !== undefined) return { id, onlyOf: null }
  const code = query('merchant_code')
  const store = code === undefined ? stores[0] : findStoreByCode(stores, code)
  if (store === undefined || (text !== today && !isDate(text))) throw refusals.noSuchPage()
  return { date: text === today ? localDateOf(nowFor(app, actor), store.currency) : text, storeId: store.id }
}
