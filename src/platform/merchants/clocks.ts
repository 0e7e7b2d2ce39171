import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import type { Actor } from './caller.ts'
import { forgetKeysOf } from './keys/known-keys.ts'
import * as store from './store.ts'

/** Returns the number of merchants with an advanced clock. */
export async function countAdvancedClocks({ db }: Pick<App, 'db'>): Promise<number> {
  const [found] = await db.run(store.countAdvancedClocks, {})
  return found?.clocks ?? 0
}

/**
 * Advances a merchant's clock by `byMs` milliseconds from the actor's clock. Returns false and moves nothing if
 * another call has moved the clock since the actor read it.
 */
export async function tryStepClock(
  app: App,
  { merchantId, clockOffsetMs }: Pick<Actor, 'merchantId' | 'clockOffsetMs'>,
  byMs: number,
): Promise<boolean> {
  const step = { merchantId, fromMs: BigInt(clockOffsetMs), toMs: BigInt(clockOffsetMs + byMs) }
  return (await app.db.run(store.stepClock, step)).length === 1
}

/** Sets a merchant's clock back to the system's. */
export async function resetClock(app: App, merchantId: MerchantId): Promise<void> {
  await app.db.run(store.resetClock, { merchantId })
  await forgetKeysOf(app, merchantId)
}

/** An advanced clock that was set back: its merchant, and the advance before. */
export interface ResetClock {
  readonly merchantId: MerchantId
  readonly name: string
  readonly aheadMs: number
}

/**
 * Sets every merchant's clock back to the system's, and returns the clocks that were ahead. Dates in rows stay, so
 * nothing falls due sooner than promised. A second call changes nothing.
 */
export async function resetAllClocks(app: App): Promise<ResetClock[]> {
  const clocks = await app.db.run(store.resetClocks, {})
  for (const { merchant_id } of clocks) await forgetKeysOf(app, merchant_id)
  return clocks.map((row) => ({ merchantId: row.merchant_id, name: row.name, aheadMs: Number(row.clock_offset_ms) }))
}
