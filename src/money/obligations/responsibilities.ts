import type { App } from '../../platform/app/app.ts'
import { type MerchantId, newOrderedId, type StoreId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { insertResponsibilities, listResponsibilityRows } from './store.ts'

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

/** A setting that somebody answers for, as it was written down. */
export interface AcceptedSetting {
  readonly merchantId: MerchantId
  readonly merchantCode: string
  readonly rule: string
  readonly value: string
  readonly by: string
  readonly at: Instant
}

/** Lists what was accepted, oldest first: of one merchant, or of all. */
export async function listResponsibilities(
  app: App,
  merchantId: MerchantId | undefined,
): Promise<readonly AcceptedSetting[]> {
  const rows = await app.db.run(listResponsibilityRows, { merchantId: merchantId ?? null })
  return rows.map(({ merchant_id, merchant_code, accepted_by, ...row }) => {
    return { ...row, merchantId: merchant_id, merchantCode: merchant_code, by: accepted_by }
  })
}
