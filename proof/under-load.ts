import type { Client } from '../testkit/client.ts'
import type { Random } from '../testkit/random.ts'
import type { Context, Verdict } from './context.ts'
import type { Call } from './history.ts'
import { checkEnds, checkLoad, type Injected, readEnds } from './invariants.ts'
import { addHistories } from './linear.ts'
import { Load } from './load.ts'
import type { Records } from './records.ts'
import { type Restarts, watchRestarts } from './restarts.ts'
import type { ServedEnvironment } from './test-environment.ts'

/** The load that runs while faults are injected. */
export interface Setup {
  readonly load: Load
  readonly restarts: Restarts
  /** Decides the times and the choice of faults. */
  readonly random: Random
  /** The times in which answers of 500 and above are expected. */
  readonly injected: Injected[]
}

/** A kind of fault that is injected while 32 clients call the services. */
export interface FaultInjection {
  /** The proof's name; its random numbers depend on it. */
  readonly name: string
  readonly times: number
  /** The unit of the count in the report. */
  readonly unit: string
  /** Receives the calls, and is queried for the payments at the end. */
  readonly environment: ServedEnvironment
  /** Further targets of the calls. */
  readonly otherTargets?: readonly Client[]
  /** Injects the fault once, and waits until the services serve again. */
  inject(setup: Setup, number: number): Promise<void>
  /** Returns further violations. */
  check?(history: readonly Call[], records: Records): Promise<string[]>
  /** Returns further counts. */
  counts?(): Record<string, number | string>
}

/**
 * Injects the fault repeatedly, each time after a call was acknowledged. No acknowledged call may be lost, and none may
 * take effect twice.
 */
export async function injectUnderLoad(context: Context, injection: FaultInjection): Promise<Verdict> {
  const { name, times, unit, environment, otherTargets = [] } = injection
  const targets = [environment.client, ...otherTargets]
  const restarts = await watchRestarts(context)
  const load = new Load({ clients: 32, targets, random: context.random(`${name} load`) })
  const setup: Setup = { load, restarts, random: context.random(name), injected: [] }
  try {
    load.start()
    for (let number = 1; number <= times; number += 1) {
      await load.served(1)
      await injection.inject(setup, number)
      context.progress(number, times, unit)
    }
    await load.served(100)
    await load.stop()
    const ends = await readEnds(environment.client, load.amounts.keys())
    const found = await environment.withRecords(async (records) => [
      ...checkEnds(load, ends),
      ...(await records.checkIntegrity()),
      ...((await injection.check?.(load.history, records)) ?? []),
    ])
    const linear = addHistories(context.linear, load.amounts, [...load.history, ...ends])
    const failed = load.history.filter(({ outcome }) => outcome.is === 'unknown' && outcome.trouble !== undefined)
    return {
      counts: {
        [unit]: times,
        ...injection.counts?.(),
        calls: load.history.length,
        'without an answer': load.unanswered - failed.length,
        ...(setup.injected.length > 0 && { 'answered 5xx meanwhile': failed.length }),
        payments: load.amounts.size,
        ...restarts.counts(),
      },
      violations: [...found, ...checkLoad(load, setup.injected), ...restarts.violations, ...linear.violations],
      linear,
    }
  } finally {
    load.abandon()
  }
}
