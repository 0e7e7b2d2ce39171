import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import { hasten } from '../store/waiting.ts'

/** Makes deliveries that wait due now. What is being attempted already stays as it is. */
export async function hastenDeliveries(app: App, merchantId: MerchantId, ids: readonly string[]): Promise<void> {
  await app.db.run(hasten, { merchantId, ids, now: app.clock.now() })
  app.deliveriesDue.wake()
}
