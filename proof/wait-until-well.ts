import { type Caller, NoAnswer } from '../testkit/client.ts'
import { retry } from '../testkit/timeouts.ts'

/** Waits until the service answers as healthy the given number of times in a row. */
export async function waitUntilWell(
  caller: Caller,
  { times = 3, pauseMs = 20, timeoutMs = 180_000 } = {},
): Promise<void> {
  let well = 0
  const isWell = async (): Promise<boolean> => {
    const health = await caller.call('GET', '/health').catch(ignoreNoAnswer)
    well = health?.status === 200 ? well + 1 : 0
    return well === times
  }
  await retry('the service is well again', isWell, { pauseMs, timeoutMs })
}

/** Returns undefined for a call without an answer. Throws every other error. */
export function ignoreNoAnswer(error: unknown): undefined {
  if (!(error instanceof NoAnswer)) throw error
}
