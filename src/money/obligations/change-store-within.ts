import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import type { WithChange } from '../../platform/db/db.ts'
import type { Store } from '../../platform/merchants/merchant.ts'
import { refusals } from '../../platform/merchants/refusals.ts'
import { changeStore } from '../../platform/merchants/stores/change-store.ts'
import type { StoreSettings } from '../../platform/merchants/stores/store-settings.ts'
import { type BrokenRule, newlyBrokenRules } from './judge-terms.ts'
import { acceptResponsibility } from './responsibilities.ts'

/** New settings of a store, and the rules of its market's profile that somebody answers for. */
interface StoreRequest {
  readonly settings: Partial<StoreSettings>
  readonly accepted: readonly BrokenRule[]
}

/**
 * Changes a store's settings within its market's profile, as `changeStore` does, and writes down who accepted terms
 * beyond it. Refuses what goes beyond it and is not accepted. `read`: returns the request for the current store, and
 * refuses a wrong one. `by`: who accepts.
 */
export async function changeStoreWithin(
  app: App,
  merchantId: MerchantId,
  merchantCode: string,
  read: (store: Store) => StoreRequest,
  by: string,
  also?: WithChange<[changed: Store]>,
): Promise<Store> {
  let accepted: readonly BrokenRule[] | undefined
  const settingsOf = (store: Store): Partial<StoreSettings> => {
    const request = read(store)
    requireAccepted(store, request)
    // A store that a sandbox has changed is read again as it was before.
    accepted ??= request.accepted
    return request.settings
  }
  return changeStore(app, merchantId, merchantCode, settingsOf, async (tx, changed) => {
    const responsibilities = (accepted ?? []).map(({ rule, value }) => ({ storeId: changed.id, rule, value }))
    await acceptResponsibility(app, tx, merchantId, responsibilities, by)
    await also?.(tx, changed)
  })
}

function requireAccepted(store: Store, { settings, accepted }: StoreRequest): void {
  const broken = newlyBrokenRules(store, { ...store, ...settings })
  const left = broken.find(({ rule, value }) => !accepted.some((one) => one.rule === rule && one.value === value))
  if (left !== undefined) throw refusals.wrongSettings(`a plan with ${left.value} ${left.message}`)
}
