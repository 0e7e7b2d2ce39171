import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../testkit/client.ts'
import type { HeldRows } from '../testkit/held-rows.ts'
import type { Random } from '../testkit/random.ts'
import type { Merchant } from '../testkit/shop.ts'
import { failureOf } from '../testkit/timeouts.ts'
import type { TestEnvironment } from './test-environment.ts'

/** The environment while a row of one merchant is locked and others work. */
export interface LockedSetup {
  readonly environment: TestEnvironment
  /** The merchant whose rows are locked. */
  readonly merchant: Merchant
  readonly client: Client
  readonly random: Random
  readonly number: number
  /** A call that takes longer than this, in milliseconds, waits for the locked row. */
  readonly timeoutMs: number
  hold(sql: string): Promise<HeldRows>
  /** Returns the number of notifications to other merchants that have arrived. */
  arrived(): number
  /** Resolves when other merchants have been served; rejects if they are not. */
  served(): Promise<void>
}

/**
 * Locks the rows while `work` runs, and releases them in every case. No statement may wait for them, and others must be
 * served.
 */
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
    // A waiting statement is already a violation; its outcome does not matter.
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

/** Resolves with the first statement that has waited for the lock for too long, or with none at the end. */
async function watchWaiting(rows: HeldRows, maxWaitMs: number, over: AbortSignal): Promise<string[]> {
  while (!over.aborted) {
    const [waiting] = await rows.waiting(maxWaitMs)
    if (waiting !== undefined) return [`somebody waited for a row that is held: ${waiting}`]
    await wait(20, undefined, { signal: over }).catch(() => undefined)
  }
  return []
}

/** Returns undefined if the promise takes longer than the limit. */
export async function inTime<T>(promise: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  const over = new AbortController()
  const late = wait(timeoutMs, undefined, { signal: over.signal }).catch(() => undefined)
  return Promise.race([promise, late]).finally(() => over.abort())
}

export async function failureWhileHeld(promise: Promise<unknown>): Promise<string[]> {
  return (await failureOf(promise)).map((what) => `while a row of one merchant was held: ${what}`)
}
