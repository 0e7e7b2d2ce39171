import { setTimeout as wait } from 'node:timers/promises'
import { NoAnswer } from './client.ts'
import type { Context, Verdict } from './context.ts'
import { examineAll, examineServerErrors } from './invariants.ts'
import { examineRestarts } from './kill-service.ts'
import { addHistories } from './linear.ts'
import { newLoad } from './load.ts'
import { killAll, type OwnStand, openOwnStand } from './own-database.ts'
import type { Random } from './random.ts'

type Disturbance = 'service stopped' | 'connections cut' | 'database restarted'

/** P3: the service stands still, its database connections are cut, its database is restarted, while 32 clients work. */
export async function run(context: Context): Promise<Verdict> {
  const count = context.size(5, 100)
  const random = context.random('p3')
  const stand = await openOwnStand(context, 'p3')
  const load = newLoad({ clients: 32, targets: [stand.client], random: context.random('p3 load') })
  const order: Disturbance[] = ['service stopped', 'connections cut', 'database restarted']
  const injected: { from: number; to: number }[] = []
  const recoveries: number[] = []
  const violations: string[] = []
  try {
    load.start()
    for (let number = 0; number < count; number += 1) {
      await wait(random.between(300, 900))
      const from = performance.now()
      await disturb(stand, order[number % order.length] ?? 'service stopped', random, context.isQuick)
      recoveries.push(await waitUntilWell(stand))
      injected.push({ from, to: performance.now() + 1_000 })
    }
    await wait(1_500)
    await load.stop()
    const records = await stand.openRecords()
    violations.push(...(await examineAll(stand.client, records, load.amounts, load.history)))
    await records.close()
    violations.push(...examineServerErrors(load.history, injected), ...examineRestarts(recoveries))
    addHistories(context.linear, load.amounts, load.history)
  } finally {
    await stand.close()
  }
  const failed = load.history.filter(({ outcome }) => outcome.is === 'unknown' && outcome.status !== undefined)
  return {
    counts: {
      disturbances: count,
      calls: load.history.length,
      'without an answer': load.unanswered - failed.length,
      'answered 5xx meanwhile': failed.length,
      payments: load.amounts.size,
      'longest until well': `${Math.round(Math.max(...recoveries))} ms`,
    },
    violations,
  }
}

async function disturb(stand: OwnStand, what: Disturbance, random: Random, isQuick: boolean): Promise<void> {
  if (what === 'service stopped') {
    stand.service.kill('SIGSTOP')
    await wait(random.between(1_000, isQuick ? 2_500 : 30_000))
    stand.service.kill('SIGCONT')
  } else if (what === 'connections cut') {
    const records = await stand.openRecords()
    await records.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
    await records.close()
  } else {
    const [postmaster] = stand.databasePids()
    killAll(postmaster === undefined ? [] : [postmaster], 'SIGINT')
  }
}

/** How many milliseconds pass until the service says that it is well, three times in a row. */
async function waitUntilWell({ client }: OwnStand): Promise<number> {
  const startedAt = performance.now()
  for (let well = 0; well < 3 && performance.now() - startedAt < 30_000; ) {
    try {
      well = (await client.call('GET', '/health', undefined, '')).status === 200 ? well + 1 : 0
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      well = 0
    }
    await wait(50)
  }
  return performance.now() - startedAt
}
