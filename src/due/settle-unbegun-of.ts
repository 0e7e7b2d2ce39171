import type { App } from '../app/app.ts'
import type { Actor } from '../merchants/caller.ts'
import { type ClaimedWork, maxBatchSize } from './due.ts'

/**
 * Does what of one merchant is due and nobody has begun, one after the other and each once: what is left of it waits for its own time.
 * After so many milliseconds no more is begun, and a worker does the rest. Answers whether there was any.
 */
export async function settleUnbegunOf(app: App, work: ClaimedWork, actor: Actor, mostMs: number): Promise<boolean> {
  const endsAt = performance.now() + mostMs
  let isAny = false
  for (;;) {
    const unbegun = (await work.listUnbegunOf?.(app, actor, maxBatchSize)) ?? []
    for (const one of unbegun) {
      if (performance.now() >= endsAt) return isAny
      isAny = true
      await work.run(app, one)
    }
    if (unbegun.length < maxBatchSize) return isAny
  }
}
