import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../app/app.ts'
import { type Actor, nowFor } from '../merchants/caller.ts'
import { type ClaimedWork, type Due, type DueWork, type ListedWork, maxBatchSize } from './due.ts'
import { runDue } from './retries.ts'

/**
 * Does one round: a batch of due items of all merchants. A failed item does not stop the others. Returns the number
 * done.
 */
export async function settleDue(app: App, work: DueWork): Promise<number> {
  return 'claimsForMs' in work ? settleClaimed(app, work) : runBatch(app, work, await work.listDue(app, maxBatchSize))
}

const pauseMs = 250

// Claims only as many items as it begins at once, so that no lease ends while an item waits. A slow item delays no
// other.
async function settleClaimed(app: App, work: ClaimedWork): Promise<number> {
  const inFlight = new Set<Promise<void>>()
  const endsAt = performance.now() + work.claimsForMs
  let done = 0
  do {
    const free = performance.now() < endsAt ? work.maxInFlight - inFlight.size : 0
    const due = free > 0 ? await work.listDue(app, free) : []
    for (const one of due) {
      const running: Promise<void> = work
        .run(app, one)
        .then((isDone) => {
          if (isDone) done += 1
        })
        .finally(() => inFlight.delete(running))
      inFlight.add(running)
    }
    if (inFlight.size > 0) await Promise.race([Promise.all(inFlight), pause(pauseMs)])
  } while (inFlight.size > 0)
  return done
}

/**
 * Does one merchant's due items before a list reads them: at most one batch, so that the list does not wait longer.
 * The next round does the rest. A failed item stays as it is.
 */
export async function settleDueOf(app: App, work: ListedWork, actor: Actor): Promise<void> {
  await runBatch(app, work, await work.listDueOf(app, actor, 'own', nowFor(app, actor), maxBatchSize))
}

/**
 * Does one merchant's due items that no process has begun, one after the other and each once. After `mostMs`
 * milliseconds it begins no more, and a worker does the rest.
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

/** Does a batch of due items, several at a time. A failed item does not stop the others. Returns the number done. */
async function runBatch(app: App, work: ListedWork, batch: readonly Due[]): Promise<number> {
  let done = 0
  const left = batch.values()
  const worker = async (): Promise<void> => {
    for (const due of left) if (await runDue(app, work, due)) done += 1
  }
  const workers = await Promise.allSettled(Array.from({ length: Math.min(work.maxInFlight, batch.length) }, worker))
  const failed = workers.find((ended) => ended.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return done
}
