import type { App } from '../../../platform/app/app.ts'
import { findAnyGap } from './store/filling.ts'

/** Whether `findAcrossMerchants` may miss payments: after an update from an earlier version, for a while, at any merchant. */
export async function isSearchPartial(app: App): Promise<boolean> {
  return (await app.db.run(findAnyGap, {})).length > 0
}
