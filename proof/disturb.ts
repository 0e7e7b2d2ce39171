import { setTimeout as wait } from 'node:timers/promises'
import { NoAnswer } from '../testkit/client.ts'
import type { Random } from '../testkit/random.ts'
import { insist } from '../testkit/timeouts.ts'
import type { Context, Verdict } from './context.ts'
import { type OwnStand, openOwnStand } from './own-database.ts'
import { killAll } from './processes.ts'
import { disturbUnderLoad } from './under-load.ts'

const order = ['service stopped', 'connections cut', 'database restarted'] as const
type Disturbance = (typeof order)[number]

/** P3: the service stands still, its database connections are cut, its database is restarted, while 32 clients work. */
export async function run(context: Context): Promise<Verdict> {
  const stand = await openOwnStand(context, 'p3')
  let stoodStillMs = 0
  try {
    return await disturbUnderLoad(context, {
      name: 'p3',
      times: context.size(5, 100),
      unit: 'disturbances',
      targets: [stand.client],
      async disturb({ random, restarts, injected }, number) {
        await wait(random.between(0, 600))
        const what = order[(number - 1) % order.length] ?? 'service stopped'
        const from = performance.now()
        stoodStillMs += await disturb(stand, what, random, context.isQuick)
        const disturbedAt = performance.now()
        await waitUntilWell(stand)
        const to = performance.now()
        injected.push({ from, to })
        await restarts.judge(stand.service, to - disturbedAt)
      },
      withRecords: stand.withRecords,
      counts: () => ({ 'stood still for': `${Math.round(stoodStillMs / 1_000)} s` }),
    })
  } finally {
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
    // Answers when the last of them has ended, and not when all were told to.
    const cut = 'select pg_terminate_backend(pid, 60000) from pg_stat_activity where pid <> pg_backend_pid()'
    await stand.withRecords((records) => records.query(cut))
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
