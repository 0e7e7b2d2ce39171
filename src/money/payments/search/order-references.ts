import type { App } from '../../../platform/app/app.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import { isStorable } from '../../../platform/base/texts.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import { referenceTermOf } from './search-terms.ts'
import { findByReference, listReferences } from './store/references.ts'

/** Returns the orders' references of these payments. A payment of another merchant or mode is missing. */
export async function listOrderReferences(
  app: App,
  { merchantId, isTest }: MerchantMode,
  ids: readonly PaymentId[],
): Promise<ReadonlyMap<PaymentId, string>> {
  if (ids.length === 0) return new Map()
  const rows = await app.db.run(listReferences, { merchantId, isTest, ids: [...new Set(ids)] })
  return new Map(rows.map(({ id, order_reference }) => [id, order_reference]))
}

/** The newest payments of one reference that are found: a shop may use it many times. */
const most = 50

/** Returns the newest 50 payments whose order's reference is exactly this text, as typed or without spaces around it. */
export async function findPaymentsByReference(
  app: App,
  { merchantId, isTest }: MerchantMode,
  typed: string,
): Promise<readonly PaymentId[]> {
  if (!isStorable(typed)) return []
  const references = [...new Set([typed, typed.trim()])]
  const found = { merchantId, isTest, term: referenceTermOf(typed), references, limit: most }
  return (await app.db.run(findByReference, found)).map(({ id }) => id)
}
