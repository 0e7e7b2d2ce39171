import { newMerchant } from '../testkit/shop.ts'
import type { Context, Verdict } from './context.ts'
import { Life, lifeLength } from './random-life.ts'
import { openTestEnvironment } from './test-environment.ts'

const atOnce = 16
/**
 * The service's clock goes on while the commands are sent, the model's does not; the model keeps two minutes clear of whatever
 * falls due. A life that lasts longer than this on a slow machine says nothing and is lived again by another.
 */
const maxLifeMs = 90_000

/** P7: random lives of payments with their disputes and the merchant's clock go as the model says, command by command. */
export async function run(context: Context): Promise<Verdict> {
  const wanted = context.size(500, 50_000)
  let lives = wanted
  const environment = await openTestEnvironment(context, 'p7', { connections: atOnce })
  const violations: string[] = []
  let begun = 0
  let accepted = 0
  let tooSlow = 0
  const worker = async (): Promise<void> => {
    while (begun < lives && violations.length < 5) {
      begun += 1
      const number = begun
      const { keys } = await newMerchant(environment.client)
      const life = new Life(environment.client.as(keys.live.secret), context.random(`p7 life ${number}`))
      const startedAt = performance.now()
      const wrong = await life.live()
      // What no slowness explains counts however long the life took.
      if (performance.now() - startedAt > maxLifeMs && !life.isBroken) {
        tooSlow += 1
        if (tooSlow > wanted) throw new Error('this machine is too slow for a life to be judged')
        lives += 1
        continue
      }
      accepted += life.accepted
      context.progress(begun, lives, 'lives')
      if (wrong !== undefined) violations.push(`life ${number}: ${wrong}`)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, worker))
    violations.push(...(await environment.records.checkIntegrity()))
  } finally {
    await environment.close()
  }
  const counts = { lives: begun - tooSlow, 'commands each': lifeLength, 'commands accepted': accepted }
  return { counts: tooSlow === 0 ? counts : { ...counts, 'lives too slow to be judged': tooSlow }, violations }
}
