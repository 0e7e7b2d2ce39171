import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openClient } from './client.ts'
import type { Context, Verdict } from './context.ts'
import { examineAll, examineLoad } from './invariants.ts'
import { addHistories } from './linear.ts'
import { newLoad } from './load.ts'
import { watchRestarts } from './restarts.ts'
import { startService } from './service.ts'
import { demoTestKey } from './shop.ts'
import { openStand } from './stand.ts'

/** P13: two processes on one database are stopped in good order and started again, one after the other, under load. */
export async function run(context: Context): Promise<Verdict> {
  const rounds = context.size(1, 20)
  const restarts = await watchRestarts(context)
  const stand = await openStand(context, 'p13')
  const env = { DATABASE_URL: stand.databaseUrl, DATA_DIR: join(context.folder, 'p13-second') }
  const second = await startService(context, env)
  const secondClient = openClient(second.urls.uae, demoTestKey, 32)
  const targets = [stand.client, secondClient]
  const load = newLoad({ clients: 32, targets, random: context.random('p13 load') })
  try {
    load.start()
    for (let round = 1; round <= rounds; round += 1) {
      for (const service of [stand.service, second]) {
        await load.served(1)
        await wait(700)
        await restarts.stop(service)
        // The other one serves alone.
        await load.served(1)
        await restarts.restart(service)
      }
      context.progress(round, rounds, 'rolling restarts')
    }
    await load.served(1)
    await wait(700)
    await load.stop()
    const found = [...(await examineAll(secondClient, stand.records, load)), ...examineLoad(load)]
    const linear = addHistories(context.linear, load.amounts, load.history)
    return {
      counts: {
        'rolling restarts': rounds,
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
    await secondClient.close()
    await second.stop()
    await stand.close()
  }
}
