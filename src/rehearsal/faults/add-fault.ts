import type { App } from '../../platform/app/app.ts'
import { newOrderedId } from '../../platform/base/ids.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import type { Fault } from './fault.ts'
import type { ReadRule } from './read-rule.ts'
import { refusals } from './refusals.ts'
import * as store from './store.ts'

/** Adds a rule behind those that the merchant has in this mode. Refuses one beyond the hundredth. Holds in every process from now on. */
export async function addFault(
  app: App,
  { merchantId, isTest }: MerchantMode,
  { rule, lifeMs }: ReadRule,
): Promise<Fault> {
  const now = app.clock.now()
  const [id, revision] = [newOrderedId(), newOrderedId()]
  return app.db.transaction(async (tx) => {
    await tx.run(store.lockFaults, { merchantId, isTest })
    await tx.run(store.deleteEndedFaultsOf, { merchantId, isTest, now })
    const inserted = await tx.run(store.insertFault, { merchantId, isTest, id, revision, rule, endsAt: now + lifeMs })
    if (inserted.length === 0) throw refusals.tooMany()
    return { id, rule, hits: 0 }
  })
}
