import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../app/app.ts'
import { type ClaimedWork, type DueWork, maxBatchSize } from './due.ts'
import { runBatch } from './run-batch.ts'

/** One round over what is due of all merchants: a batch, past what fails. Answers how much was done. */
export async function settleDue(app: App, work: DueWork): Promise<number> {
  return 'claimsForMs' in work ? settleClaimed(app, work) : runBatch(app, work, await work.listDue(app, maxBatchSize))
}

const pauseMs = 250

// No more is taken than is begun at once, so that no lease ends before its turn; one that takes long holds up no other.
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
