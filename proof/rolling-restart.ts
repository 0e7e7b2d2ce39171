import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openClient } from '../testkit/client.ts'
import { demoKey } from '../testkit/shop.ts'
import type { Context, Verdict } from './context.ts'
import type { Call } from './history.ts'
import type { Records } from './records.ts'
import { startService } from './service.ts'
import { openTestEnvironment } from './test-environment.ts'
import { injectUnderLoad } from './under-load.ts'

/** P13: stops two processes on one database in good order and starts them again, one after the other, under load. */
export async function run(context: Context): Promise<Verdict> {
  const environment = await openTestEnvironment(context, 'p13')
  const env = { DATABASE_URL: environment.databaseUrl, DATA_DIR: join(context.folder, 'p13-second') }
  const second = await startService(context, env)
  const secondClient = openClient(second.urls.uae, demoKey(1), 32)
  try {
    return await injectUnderLoad(context, {
      name: 'p13',
      times: context.size(1, 20),
      unit: 'rolling restarts',
      environment,
      otherTargets: [secondClient],
      async inject({ load, restarts }) {
        for (const service of [environment.service, second]) {
          await load.served(1)
          await wait(700)
          await restarts.stop(service)
          // The other one serves alone.
          await load.served(1)
          await restarts.restart(service)
        }
      },
      check: checkAnswers,
    })
  } finally {
    await secondClient.close()
    await second.stop()
    await environment.close()
  }
}

/** Checks that a stopping process answers its open calls: every movement that took effect has an answered call. */
export async function checkAnswers(history: readonly Call[], records: Records): Promise<string[]> {
  const answered = new Set(history.map(({ requestId }) => requestId))
  const moves = await records.query(
    `select payment_id, move, request_id from payment_timeline where move in ('capture', 'refund', 'close') and actor like 'key %'`,
  )
  return moves
    .filter(({ request_id }) => !answered.has(String(request_id)))
    .map(({ payment_id, move }) => `payment ${payment_id}: a ${move} took effect, and its call was not answered`)
}
