import type { App } from '../app/app.ts'
import type { Actor } from '../merchants/caller.ts'
import { type ClaimedWork, maxBatchSize } from './due.ts'

/**
 * Does what of one merchant is due and nobody has begun, one after the other and each once: what is left of it waits for its own time.
 * After so many milliseconds no more is begun, and a worker does the rest.
 */
export async function settleUnbegunOf(app: App, work: ClaimedWork, actor: Actor, mostMs: number): Promise<void> {
  const endsAt = performance.now() + mostMs
  for (;;) {
    const unbegun = (await work.listUnbegunOf?.(app, actor, maxBatchSize)) ?? []
    for (const one of unbegun) {
      if (performance.now() >= endsAt) return
      await work.run(app, one)
    }
    if (unbegun.length < maxBatchSize) return
  }
}
