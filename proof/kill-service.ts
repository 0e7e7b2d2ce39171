import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Verdict } from './context.ts'
import { examineAll, examineServerErrors } from './invariants.ts'
import { addHistories } from './linear.ts'
import { newLoad } from './load.ts'
import { openStand } from './stand.ts'

export const longestRestartMs = 5_000

/** P1: the service is killed again and again while 32 clients work; nothing acknowledged is lost, nothing done twice. */
export async function run(context: Context): Promise<Verdict> {
  const kills = context.size(10, 300)
  const random = context.random('p1')
  const stand = await openStand(context, 'p1')
  const load = newLoad({ clients: 32, targets: [stand.client], random: context.random('p1 load') })
  const restarts: number[] = []
  const violations: string[] = []
  try {
    load.start()
    for (let kill = 1; kill <= kills; kill += 1) {
      await wait(random.between(150, 900))
      stand.service.kill('SIGKILL')
      await stand.service.waitForEnd()
      restarts.push(await stand.service.restart())
    }
    await wait(300)
    await load.stop()
    violations.push(...(await examineAll(stand.client, stand.records, load.amounts, load.history)))
    violations.push(...examineServerErrors(load.history), ...examineRestarts(restarts))
    addHistories(context.linear, load.amounts, load.history)
  } finally {
    await stand.close()
  }
  return {
    counts: {
      kills,
      calls: load.history.length,
      'without an answer': load.unanswered,
      payments: load.amounts.size,
      'longest restart': `${Math.round(Math.max(...restarts))} ms`,
    },
    violations,
  }
}

export function examineRestarts(restarts: readonly number[]): string[] {
  const slow = restarts.filter((ms) => ms > longestRestartMs)
  return slow.map((ms) => `it took ${Math.round(ms)} ms until the service answered again`)
}
