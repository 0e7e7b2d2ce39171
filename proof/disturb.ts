import { setTimeout as wait } from 'node:timers/promises'
import { NoAnswer } from './client.ts'
import type { Context, Verdict } from './context.ts'
import { examineAll, examineLoad, type Injected } from './invariants.ts'
import { addHistories } from './linear.ts'
import { newLoad } from './load.ts'
import { type OwnStand, openOwnStand } from './own-database.ts'
import { insist } from './patience.ts'
import { killAll } from './processes.ts'
import type { Random } from './random.ts'
import { watchRestarts } from './restarts.ts'

type Disturbance = 'service stopped' | 'connections cut' | 'database restarted'

/** P3: the service stands still, its database connections are cut, its database is restarted, while 32 clients work. */
export async function run(context: Context): Promise<Verdict> {
  const count = context.size(5, 100)
  const random = context.random('p3')
  const restarts = await watchRestarts(context)
  const stand = await openOwnStand(context, 'p3')
  const load = newLoad({ clients: 32, targets: [stand.client], random: context.random('p3 load') })
  const order: Disturbance[] = ['service stopped', 'connections cut', 'database restarted']
  const injected: Injected[] = []
  let stoodStillMs = 0
  try {
    load.start()
    for (let number = 1; number <= count; number += 1) {
      await load.served(1)
      await wait(random.between(0, 600))
      const what = order[(number - 1) % order.length] ?? 'service stopped'
      const from = performance.now()
      stoodStillMs += await disturb(stand, what, random, context.isQuick)
      const disturbedAt = performance.now()
      await waitUntilWell(stand)
      const to = performance.now()
      injected.push({ from, to })
      await restarts.judge(stand.service, to - disturbedAt)
      context.progress(number, count, 'disturbances')
    }
    await load.served(100)
    await load.stop()
    const records = await stand.openRecords()
    const found = [...(await examineAll(stand.client, records, load)), ...examineLoad(load, injected)]
    await records.close()
    const linear = addHistories(context.linear, load.amounts, load.history)
    const failed = load.history.filter(({ outcome }) => outcome.is === 'unknown' && outcome.trouble !== undefined)
    return {
      counts: {
        disturbances: count,
        'stood still for': `${Math.round(stoodStillMs / 1_000)} s`,
        calls: load.history.length,
        'without an answer': load.unanswered - failed.length,
        'answered 5xx meanwhile': failed.length,
        payments: load.amounts.size,
        ...restarts.counts(),
      },
      violations: [...found, ...restarts.violations, ...linear.violations],
      linear,
    }
  } finally {
    load.abandon()
    await stand.close()
  }
}

/** Does it, and waits until it is done; answers for how many milliseconds the service stood still. */
async function disturb(stand: OwnStand, what: Disturbance, random: Random, isQuick: boolean): Promise<number> {
  if (what === 'service stopped') {
    const ms = random.between(1_000, isQuick ? 2_500 : 30_000)
    stand.service.kill('SIGSTOP')
    await wait(ms)
    stand.service.kill('SIGCONT')
    return ms
  }
  if (what === 'connections cut') {
    const records = await stand.openRecords()
    // Answers when the last of them has ended, and not when all were told to.
    await records.query('select pg_terminate_backend(pid, 60000) from pg_stat_activity where pid <> pg_backend_pid()')
    await records.close()
    return 0
  }
  const [postmaster] = stand.databasePids()
  if (postmaster === undefined) throw new Error('the database server was not found')
  killAll([postmaster], 'SIGINT')
  await insist('the database server ends', () => stand.databasePids()[0] !== postmaster || undefined)
  return 0
}

/** Waits until the service says that it is well, three times in a row. */
async function waitUntilWell({ client }: OwnStand): Promise<void> {
  let well = 0
  await insist('the service is well again', async () => {
    try {
      well = (await client.call('GET', '/health', undefined, '')).status === 200 ? well + 1 : 0
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      well = 0
    }
    return well === 3 || undefined
  })
}
