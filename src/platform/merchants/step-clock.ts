import type { App } from '../app/app.ts'
import type { Actor } from './caller.ts'
import { stepClock } from './store.ts'

/**
 * Moves a merchant's clock on by so many milliseconds, from where the actor saw it stand. False, and nothing moved, when it
 * stands elsewhere by now: somebody else has moved it.
 */
export async function tryStepClock(
  app: App,
  { merchantId, clockOffsetMs }: Pick<Actor, 'merchantId' | 'clockOffsetMs'>,
  byMs: number,
): Promise<boolean> {
  const step = { merchantId, fromMs: BigInt(clockOffsetMs), toMs: BigInt(clockOffsetMs + byMs) }
  return (await app.db.run(stepClock, step)).length === 1
}
