import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../testkit/client.ts'
import type { HeldRows } from '../testkit/held-rows.ts'
import type { Random } from '../testkit/random.ts'
import type { Merchant } from '../testkit/shop.ts'
import { failureOf } from '../testkit/timeouts.ts'
import type { TestEnvironment } from './test-environment.ts'

/** What is at hand while a row of one merchant is held and others work. */
export interface LockedSetup {
  readonly environment: TestEnvironment
  /** Whose rows are held. */
  readonly merchant: Merchant
  readonly client: Client
  readonly random: Random
  readonly number: number
  /** What has not come in so many milliseconds, while the row is held, waits for it. */
  readonly timeoutMs: number
  hold(sql: string): Promise<HeldRows>
  /** How many notifications of others have arrived. */
  arrived(): number
  /** Settles when others have been served, fails when they are not. */
  served(): Promise<void>
}

/** Holds the rows, and lets go of them whatever comes of the work; nobody may wait for them, and others must be served meanwhile. */
export async function whileHeld(
  setup: LockedSetup,
  sql: string,
  work: () => Promise<string[]>,
  maxWaitMs = 0,
): Promise<string[]> {
  const rows = await setup.hold(sql)
  const over = new AbortController()
  const watching = watchWaiting(rows, maxWaitMs, over.signal)
  try {
    if (rows.count === 0) throw new Error(`there is nothing to hold: ${sql}`)
    // Whoever waits has been found; what becomes of it need not be waited for.
    const wrong = await Promise.race([work(), watching])
    if (wrong.length > 0) return wrong
    const unserved = await failureWhileHeld(setup.served())
    over.abort()
    return [...unserved, ...(await watching)]
  } finally {
    over.abort()
    await watching.finally(() => rows.release())
  }
}

/** Settles as soon as a statement has waited for the rows for so long, and with none when it is over. */
async function watchWaiting(rows: HeldRows, maxWaitMs: number, over: AbortSignal): Promise<string[]> {
  while (!over.aborted) {
    const [waiting] = await rows.waiting(maxWaitMs)
    if (waiting !== undefined) return [`somebody waited for a row that is held: ${waiting}`]
    await wait(20, undefined, { signal: over }).catch(() => undefined)
  }
  return []
}

/** Undefined when it has not come while the row was held. */
export async function inTime<T>(promise: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  const over = new AbortController()
  const late = wait(timeoutMs, undefined, { signal: over.signal }).catch(() => undefined)
  return Promise.race([promise, late]).finally(() => over.abort())
}

export async function failureWhileHeld(promise: Promise<unknown>): Promise<string[]> {
  return (await failureOf(promise)).map((what) => `while a row of one merchant was held: ${what}`)
}
