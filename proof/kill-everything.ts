import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Verdict } from './context.ts'
import { examineAll, examineLoad } from './invariants.ts'
import { addHistories } from './linear.ts'
import { newLoad } from './load.ts'
import { openOwnStand } from './own-database.ts'
import { killAll } from './processes.ts'
import { watchRestarts } from './restarts.ts'

/** P2: the service and every process of its database are killed at once, again and again, while 32 clients work. */
export async function run(context: Context): Promise<Verdict> {
  const kills = context.size(5, 100)
  const random = context.random('p2')
  const restarts = await watchRestarts(context)
  const stand = await openOwnStand(context, 'p2')
  const load = newLoad({ clients: 32, targets: [stand.client], random: context.random('p2 load') })
  let killed = 0
  try {
    load.start()
    for (let kill = 1; kill <= kills; kill += 1) {
      await load.served(1)
      await wait(random.between(0, 900))
      const pids = [stand.service.pid, ...stand.databasePids()]
      if (pids.length < 3) throw new Error('the processes of the database were not found')
      killed += pids.length
      killAll(pids, 'SIGKILL')
      await stand.service.waitForEnd()
      await restarts.restart(stand.service)
      context.progress(kill, kills, 'kills')
    }
    await load.served(1)
    await load.stop()
    const records = await stand.openRecords()
    const found = [...(await examineAll(stand.client, records, load)), ...examineLoad(load)]
    await records.close()
    const linear = addHistories(context.linear, load.amounts, load.history)
    return {
      counts: {
        kills,
        'processes killed': killed,
        calls: load.history.length,
        'without an answer': load.unanswered,
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
