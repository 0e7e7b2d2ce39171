import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Verdict } from './context.ts'
import { examineAll, examineLoad } from './invariants.ts'
import { addHistories } from './linear.ts'
import { newLoad } from './load.ts'
import { watchRestarts } from './restarts.ts'
import { openStand } from './stand.ts'

/** P1: the service is killed again and again while 32 clients work; nothing acknowledged is lost, nothing done twice. */
export async function run(context: Context): Promise<Verdict> {
  const kills = context.size(10, 300)
  const random = context.random('p1')
  const restarts = await watchRestarts(context)
  const stand = await openStand(context, 'p1')
  const load = newLoad({ clients: 32, targets: [stand.client], random: context.random('p1 load') })
  try {
    load.start()
    for (let kill = 1; kill <= kills; kill += 1) {
      await load.served(1)
      await wait(random.between(0, 750))
      stand.service.kill('SIGKILL')
      await stand.service.waitForEnd()
      await restarts.restart(stand.service)
      context.progress(kill, kills, 'kills')
    }
    await load.served(1)
    await load.stop()
    const found = [...(await examineAll(stand.client, stand.records, load)), ...examineLoad(load)]
    const linear = addHistories(context.linear, load.amounts, load.history)
    return {
      counts: {
        kills,
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
