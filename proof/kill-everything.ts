import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Verdict } from './context.ts'
import { examineAll, examineServerErrors } from './invariants.ts'
import { examineRestarts } from './kill-service.ts'
import { addHistories } from './linear.ts'
import { newLoad } from './load.ts'
import { killAll, openOwnStand } from './own-database.ts'

/** P2: the service and every process of its database are killed at once, again and again, while 32 clients work. */
export async function run(context: Context): Promise<Verdict> {
  const kills = context.size(5, 100)
  const random = context.random('p2')
  const stand = await openOwnStand(context, 'p2')
  const load = newLoad({ clients: 32, targets: [stand.client], random: context.random('p2 load') })
  const restarts: number[] = []
  const violations: string[] = []
  let killed = 0
  try {
    load.start()
    for (let kill = 1; kill <= kills; kill += 1) {
      await wait(random.between(300, 1_200))
      const pids = [stand.service.pid, ...stand.databasePids()]
      killed += pids.length
      killAll(pids, 'SIGKILL')
      await stand.service.waitForEnd()
      restarts.push(await stand.service.restart())
    }
    await wait(300)
    await load.stop()
    const records = await stand.openRecords()
    violations.push(...(await examineAll(stand.client, records, load.amounts, load.history)))
    await records.close()
    violations.push(...examineServerErrors(load.history), ...examineRestarts(restarts))
    addHistories(context.linear, load.amounts, load.history)
  } finally {
    await stand.close()
  }
  return {
    counts: {
      kills,
      'processes killed': killed,
      calls: load.history.length,
      'without an answer': load.unanswered,
      payments: load.amounts.size,
      'longest restart': `${Math.round(Math.max(...restarts))} ms`,
    },
    violations,
  }
}
