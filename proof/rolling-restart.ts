import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openClient } from './client.ts'
import type { Context, Verdict } from './context.ts'
import { examineAll, examineServerErrors } from './invariants.ts'
import { examineRestarts } from './kill-service.ts'
import { addHistories } from './linear.ts'
import { newLoad } from './load.ts'
import { startService } from './service.ts'
import { demoTestKey } from './shop.ts'
import { openStand } from './stand.ts'

/** P13: two processes on one database are stopped in good order and started again, one after the other, under load. */
export async function run(context: Context): Promise<Verdict> {
  const rounds = context.size(1, 20)
  const stand = await openStand(context, 'p13')
  const env = { DATABASE_URL: stand.databaseUrl, DATA_DIR: join(context.folder, 'p13-second') }
  const second = await startService(context, env)
  const secondClient = openClient(second.urls.uae, demoTestKey, 32)
  const targets = [stand.client, secondClient]
  const load = newLoad({ clients: 32, targets, random: context.random('p13 load') })
  const restarts: number[] = []
  const violations: string[] = []
  try {
    load.start()
    for (let round = 1; round <= rounds; round += 1) {
      for (const service of [stand.service, second]) {
        await wait(700)
        service.kill('SIGTERM')
        const end = await service.waitForEnd()
        if (end !== 0) violations.push(`a service that was told to stop ended with ${end}`)
        restarts.push(await service.restart())
      }
    }
    await wait(700)
    await load.stop()
    violations.push(...(await examineAll(secondClient, stand.records, load.amounts, load.history)))
    violations.push(...examineServerErrors(load.history), ...examineRestarts(restarts))
    addHistories(context.linear, load.amounts, load.history)
  } finally {
    await secondClient.close()
    await second.stop()
    await stand.close()
  }
  return {
    counts: {
      'rolling restarts': rounds,
      calls: load.history.length,
      'without an answer': load.unanswered,
      payments: load.amounts.size,
      'longest restart': `${Math.round(Math.max(...restarts))} ms`,
    },
    violations,
  }
}
