import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import { hasten } from '../store/waiting.ts'

/**
 * Makes deliveries that wait due now. What is being attempted already stays as it is; with `attempts`, how often each had been when it was
 * chosen, so does what has been attempted since.
 */
export async function hastenDeliveries(
  app: App,
  merchantId: MerchantId,
  ids: readonly string[],
  attempts: readonly number[] | null = null,
): Promise<void> {
  await app.db.run(hasten, { merchantId, ids, attempts, now: app.clock.now() })
  app.deliveriesDue.wake()
}
