import type { App } from '../../platform/app/app.ts'
import { type MerchantId, newOrderedId, type StoreId } from '../../platform/base/ids.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { insertResponsibilities } from './store.ts'

/** What somebody answers for: a setting of a store beyond the profile of its market. */
export interface Responsibility {
  readonly storeId: StoreId
  readonly rule: string
  readonly value: string
}

/** Writes down that somebody answers for settings of a merchant's stores beyond the profiles. */
export async function acceptResponsibility(
  app: App,
  on: Queryable,
  merchant_id: MerchantId,
  accepted: readonly Responsibility[],
  by: string,
): Promise<void> {
  if (accepted.length === 0) return
  const at = app.clock.now()
  const rows = accepted.map(({ storeId: store_id, rule, value }) => {
    return { merchant_id, id: newOrderedId(), store_id, rule, value, accepted_by: by, at }
  })
  await on.run(insertResponsibilities, { accepted: rows })
}
