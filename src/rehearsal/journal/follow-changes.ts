import type { App } from '../../platform/app/app.ts'
import * as store from './store/changes.ts'

/**
 * From now on every change of a payment or a dispute gets into the journal of its merchant, whichever process makes it; where that is not
 * wanted, none does. Answers whether it was otherwise before.
 */
export async function followChanges(app: Pick<App, 'db'>, isWanted: boolean): Promise<boolean> {
  const [changed] = await app.db.run(isWanted ? store.followChanges : store.stopFollowingChanges, {})
  return changed?.was_other ?? false
}
