import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import { advanceClock } from './store.ts'

/** Sets how far a merchant's clock is ahead of the system's, and answers it. A clock never goes back. */
export async function moveClock(app: App, merchantId: MerchantId, offsetMs: number): Promise<number> {
  const [row] = await app.db.run(advanceClock, [merchantId, BigInt(Math.round(offsetMs))])
  return Number(row?.clock_offset_ms ?? 0)
}
