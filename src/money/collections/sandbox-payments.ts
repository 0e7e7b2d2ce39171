import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import type { SandboxRemains } from '../../platform/merchants/sandbox-remains.ts'
import { holdCharges } from '../charges/charges.ts'
import { countPaymentsOfSandbox, holdPayments, listPaymentsOfSandbox } from '../payments/payments-of-sandbox.ts'
import { stopCollections } from './store/collections.ts'
import { stopMessages } from './store/messages.ts'

/** The number of payments in one transaction. */
const batch = 500

/** Live payments of a sandbox. No card has paid them: they become read-only. */
export const sandboxPayments: SandboxRemains = {
  one: 'live payment',
  many: 'live payments',
  done: 'kept to be read only: nothing of them is captured, collected, sent back or paid out',
  list: countPaymentsOfSandbox,
  async remove(app, isUnmarkedToo) {
    for (const { merchant_id } of await countPaymentsOfSandbox(app, isUnmarkedToo)) {
      while (await holdBatch(app, merchant_id, isUnmarkedToo));
    }
  },
}

async function holdBatch(app: App, merchantId: MerchantId, isUnmarkedToo: boolean): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const paymentIds = await listPaymentsOfSandbox(tx, merchantId, isUnmarkedToo, batch)
    await holdCharges(tx, merchantId, paymentIds)
    await tx.run(stopCollections, { merchantId, paymentIds })
    await tx.run(stopMessages, { merchantId, paymentIds })
    await holdPayments(tx, merchantId, paymentIds)
    return paymentIds.length === batch
  })
}
