import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import { forgetKeysOf } from './keys/known-keys.ts'
import { resetClocks } from './store.ts'

/** A merchant whose clock was ahead of the system's, and by how much. */
export interface ResetClock {
  readonly merchantId: MerchantId
  readonly name: string
  readonly aheadMs: number
}

/**
 * Sets every merchant's clock back to the system's, and returns the clocks that were ahead. Dates in rows stay, so nothing falls due sooner
 * than promised. A second call changes nothing.
 */
export async function resetAllClocks(app: App): Promise<ResetClock[]> {
  const clocks = await app.db.run(resetClocks, {})
  for (const { merchant_id } of clocks) await forgetKeysOf(app, merchant_id)
  return clocks.map((row) => ({ merchantId: row.merchant_id, name: row.name, aheadMs: Number(row.clock_offset_ms) }))
}
