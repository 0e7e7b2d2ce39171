import type { App } from '../../platform/app/app.ts'
import { newOrderedId } from '../../platform/base/ids.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import type { FaultRule } from './fault.ts'
import * as store from './store.ts'

/**
 * Has a rule of the sandbox's own under this id tried before the merchant's, however many those are, for so long. Again changes nothing.
 */
export async function addFirstFault(
  app: App,
  { merchantId, isTest }: MerchantMode,
  id: string,
  rule: FaultRule,
  lifeMs: number,
): Promise<void> {
  const endsAt = app.clock.now() + lifeMs
  await app.db.transaction(async (tx) => {
    await tx.run(store.lockFaults, { merchantId, isTest })
    await tx.run(store.insertFirstFault, { merchantId, isTest, id, revision: newOrderedId(), rule, endsAt })
  })
}
