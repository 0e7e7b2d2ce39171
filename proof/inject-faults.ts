import { setTimeout as wait } from 'node:timers/promises'
import { killAll } from '../testkit/process-table.ts'
import type { Random } from '../testkit/random.ts'
import { retry } from '../testkit/timeouts.ts'
import type { Context, Verdict } from './context.ts'
import { type OwnEnvironment, openOwnEnvironment } from './own-database.ts'
import { injectUnderLoad } from './under-load.ts'
import { waitUntilWell } from './wait-until-well.ts'

const order = ['service stopped', 'connections cut', 'database restarted'] as const
type FaultKind = (typeof order)[number]

/** P3: freezes the service, cuts its database connections and restarts its database, while 32 clients work. */
export async function run(context: Context): Promise<Verdict> {
  const environment = await openOwnEnvironment(context, 'p3')
  let stoodStillMs = 0
  try {
    return await injectUnderLoad(context, {
      name: 'p3',
      times: context.size(5, 100),
      unit: 'disturbances',
      environment,
      async inject({ random, restarts, injected }, number) {
        await wait(random.between(0, 600))
        const what = order[(number - 1) % order.length] ?? 'service stopped'
        const from = performance.now()
        stoodStillMs += await inject(environment, what, random, context.isQuick)
        const injectedAt = performance.now()
        await waitUntilWell(environment.client)
        const to = performance.now()
        injected.push({ from, to })
        await restarts.judge(environment.service, to - injectedAt)
      },
      counts: () => ({ 'stood still for': `${Math.round(stoodStillMs / 1_000)} s` }),
    })
  } finally {
    await environment.close()
  }
}

/** Injects the fault and waits until it has ended. Returns for how many milliseconds the service was frozen. */
async function inject(environment: OwnEnvironment, what: FaultKind, random: Random, isQuick: boolean): Promise<number> {
  if (what === 'service stopped') {
    const ms = random.between(1_000, isQuick ? 2_500 : 30_000)
    environment.service.kill('SIGSTOP')
    await wait(ms)
    environment.service.kill('SIGCONT')
    return ms
  }
  if (what === 'connections cut') {
    await environment.database.cutConnections()
    return 0
  }
  const servers = environment.database.servers()
  if (servers.length === 0) throw new Error('the database server was not found')
  killAll(servers, 'SIGINT')
  await retry('the database server ends', () => environment.database.servers().every((pid) => !servers.includes(pid)))
  await environment.database.start()
  return 0
}
