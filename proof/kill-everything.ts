import { setTimeout as wait } from 'node:timers/promises'
import { killAll } from '../testkit/process-table.ts'
import type { Context, Verdict } from './context.ts'
import { openOwnEnvironment } from './own-database.ts'
import { injectUnderLoad } from './under-load.ts'

/** P2: kills the service and every process of its database at once, repeatedly, while 32 clients work. */
export async function run(context: Context): Promise<Verdict> {
  const environment = await openOwnEnvironment(context, 'p2')
  let killed = 0
  try {
    return await injectUnderLoad(context, {
      name: 'p2',
      times: context.size(5, 100),
      unit: 'kills',
      environment,
      async inject({ random, restarts }) {
        await wait(random.between(0, 900))
        const { database, service } = environment
        const pids = [service.pid, ...database.pids()]
        if (pids.length < 3) throw new Error('the processes of the database were not found')
        killed += pids.length
        killAll(pids, 'SIGKILL')
        await service.waitForEnd()
        await database.start()
        await restarts.restart(service)
      },
      counts: () => ({ 'processes killed': killed }),
    })
  } finally {
    await environment.close()
  }
}
