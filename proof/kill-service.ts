import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Verdict } from './context.ts'
import { openTestEnvironment } from './test-environment.ts'
import { injectUnderLoad } from './under-load.ts'

/** P1: kills the service repeatedly while 32 clients work. No acknowledged change is lost, and none happens twice. */
export async function run(context: Context): Promise<Verdict> {
  const environment = await openTestEnvironment(context, 'p1')
  try {
    return await injectUnderLoad(context, {
      name: 'p1',
      times: context.size(10, 300),
      unit: 'kills',
      environment,
      async inject({ random, restarts }) {
        await wait(random.between(0, 750))
        environment.service.kill('SIGKILL')
        await environment.service.waitForEnd()
        await restarts.restart(environment.service)
      },
    })
  } finally {
    await environment.close()
  }
}
