import type { App } from '../app/app.ts'
import type { Actor } from './caller.ts'
import { stepClock as step } from './store.ts'

/**
 * Moves a merchant's clock on by so many milliseconds, from where the actor saw it stand. False, and nothing moved, when it
 * stands elsewhere by now: somebody else has moved it.
 */
export async function tryStepClock(
  app: App,
  { merchantId, clockOffsetMs }: Pick<Actor, 'merchantId' | 'clockOffsetMs'>,
  byMs: number,
): Promise<boolean> {
  const moved = await app.db.run(step, [merchantId, BigInt(clockOffsetMs), BigInt(clockOffsetMs + byMs)])
  return moved.length === 1
}
