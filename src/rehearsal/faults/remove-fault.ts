import type { App } from '../../platform/app/app.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import { refusals } from './refusals.ts'
import * as store from './store.ts'

/** Removes a rule. Refuses an id of none that lives. */
export async function removeFault(app: App, { merchantId, isTest }: MerchantMode, id: string): Promise<void> {
  const removed = await app.db.run(store.deleteFault, { merchantId, isTest, id, now: app.clock.now() })
  if (removed.length === 0) throw refusals.noSuchFault()
}
