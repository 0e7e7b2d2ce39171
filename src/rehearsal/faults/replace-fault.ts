import type { App } from '../../platform/app/app.ts'
import { newOrderedId } from '../../platform/base/ids.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import type { Fault } from './fault.ts'
import type { ReadRule } from './read-rule.ts'
import { refusals } from './refusals.ts'
import * as store from './store.ts'

/** Puts another rule in the place of one: it lives from now on, and has counted nothing. Refuses an id of none that lives. */
export async function replaceFault(
  app: App,
  { merchantId, isTest }: MerchantMode,
  id: string,
  { rule, lifeMs }: ReadRule,
): Promise<Fault> {
  const now = app.clock.now()
  const of = { merchantId, isTest, id, revision: newOrderedId() }
  const replaced = await app.db.run(store.replaceFault, { ...of, rule, now, endsAt: now + lifeMs })
  if (replaced.length === 0) throw refusals.noSuchFault()
  return { id, rule, hits: 0 }
}
