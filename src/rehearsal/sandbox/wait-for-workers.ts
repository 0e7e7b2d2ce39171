import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../platform/app/app.ts'
import { second } from '../../platform/base/times.ts'
import type { DueWork } from '../../platform/due/due.ts'
import type { Actor } from '../../platform/merchants/caller.ts'

/** Longer than anybody waits for a card processor. */
export const waitMs = 25 * second
const pollMs = 10

/** Waits until no worker is doing something of this merchant, at most 25 seconds. */
export function waitForWorkers(app: App, works: readonly DueWork[], caller: Actor): Promise<void> {
  return waitWhile(async () => {
    for (const work of works) if (await work.isUnderWay?.(app, caller)) return true
    return false
  }, waitMs)
}

/** Looks again and again, at most so many milliseconds. */
export async function waitWhile(isBusy: () => Promise<boolean>, maxWaitMs: number): Promise<void> {
  const endsAt = performance.now() + maxWaitMs
  while (performance.now() < endsAt && (await isBusy())) await pause(pollMs)
}
