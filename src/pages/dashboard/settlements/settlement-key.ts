import { isDate, localDateOf } from '../../../money/plans/local-time.ts'
import type { SettlementKey } from '../../../money/settlements/get-settlement.ts'
import { parseId } from '../../../platform/base/ids.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { findStoreByCode, type Store } from '../../../platform/merchants/merchant.ts'
import type { Visit } from '../page.ts'
import { refusals } from '../refusals.ts'

/** What stands in the address of a store's present day. */
export const today = 'today'

/**
 * Which settlement an address means: one by its id, or a store's of a day or of today, where `merchant_code` names another store than
 * the default one. Refuses with 404 what is none of these.
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
