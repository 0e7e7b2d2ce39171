import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Verdict } from './context.ts'
import { openOwnStand } from './own-database.ts'
import { killAll } from './processes.ts'
import { disturbUnderLoad } from './under-load.ts'

/** P2: the service and every process of its database are killed at once, again and again, while 32 clients work. */
export async function run(context: Context): Promise<Verdict> {
  const stand = await openOwnStand(context, 'p2')
  let killed = 0
  try {
    return await disturbUnderLoad(context, {
      name: 'p2',
      times: context.size(5, 100),
      unit: 'kills',
      targets: [stand.client],
      async disturb({ random, restarts }) {
        await wait(random.between(0, 900))
        const pids = [stand.service.pid, ...stand.databasePids()]
        if (pids.length < 3) throw new Error('the processes of the database were not found')
        killed += pids.length
        killAll(pids, 'SIGKILL')
        await stand.service.waitForEnd()
        await restarts.restart(stand.service)
      },
      withRecords: stand.withRecords,
      counts: () => ({ 'processes killed': killed }),
    })
  } finally {
    await stand.close()
  }
}
