import type { App } from '../../platform/app/app.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import type { Fault } from './fault.ts'
import * as store from './store.ts'

/** The merchant's rules in this mode that have not ended, in the order in which they are tried. */
export function listFaults(app: App, { merchantId, isTest }: MerchantMode): Promise<Fault[]> {
  return app.db.run(store.listFaults, { merchantId, isTest, now: app.clock.now() })
}
