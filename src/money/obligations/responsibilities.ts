import type { App } from '../../platform/app/app.ts'
import { type MerchantId, newOrderedId, type StoreId } from '../../platform/base/ids.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { BrokenRule } from './judge-terms.ts'
import { insertResponsibilities } from './store.ts'

/** Writes down that somebody answers for terms of a store beyond the profile. */
export async function acceptResponsibility(
  app: App,
  on: Queryable,
  { merchantId: merchant_id, storeId: store_id }: { readonly merchantId: MerchantId; readonly storeId: StoreId },
  accepted: readonly BrokenRule[],
  by: string,
): Promise<void> {
  if (accepted.length === 0) return
  const at = app.clock.now()
  const rows = accepted.map(({ rule, value }) => {
    return { merchant_id, id: newOrderedId(), store_id, rule, value, accepted_by: by, at }
  })
  await on.run(insertResponsibilities, { accepted: rows })
}
