import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../platform/app/app.ts'
import { second } from '../../platform/base/times.ts'
import type { DueWork } from '../../platform/due/due.ts'
import type { Actor } from '../../platform/merchants/caller.ts'

/** Longer than a call to the card processor may take. */
export const waitMs = 25 * second
const pollMs = 10

/** Waits until no worker is processing this merchant's work, at most 25 seconds. */
export function waitForWorkers(app: App, works: readonly DueWork[], caller: Actor): Promise<void> {
  return waitWhile(async () => {
    for (const work of works) if (await work.isUnderWay?.(app, caller)) return true
    return false
  }, waitMs)
}

/** Polls until `isBusy` is false, at most `maxWaitMs`. */
export async function waitWhile(isBusy: () => Promise<boolean>, maxWaitMs: number): Promise<void> {
  const endsAt = performance.now() + maxWaitMs
  while (performance.now() < endsAt && (await isBusy())) await pause(pollMs)
}
