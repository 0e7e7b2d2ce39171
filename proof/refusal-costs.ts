import { join } from 'node:path'
import type { Answer } from '../testkit/client.ts'
import { openReference } from '../testkit/conform.ts'
import { newMerchant } from '../testkit/shop.ts'
import type { Context, Verdict } from './context.ts'
import { type DearBody, dearBodies } from './dear-bodies.ts'
import { bodyOf, createFixtures, pathOf, storeHeader } from './fixtures.ts'
import { countSteps } from './read-steps.ts'
import { openTestEnvironment } from './test-environment.ts'

/** The limit of steps for one body: three times the steps of the slowest ones. */
const maxSteps = 20_000_000
const maxRefusalLength = 65_536
const maxAnswerLength = 4_194_304
const maxErrors = 100

/**
 * P16: sends the slowest possible bodies within 1 MiB to every operation with a body. The cost of each is counted, not
 * timed: steps of the service's own code, and bytes of the answer.
 */
export async function run(context: Context): Promise<Verdict> {
  const steps = join(context.folder, 'p16-steps')
  const env = { WEBHOOK_HOSTS: 'shop.test=127.0.0.1:9', PROOF_STEPS: steps }
  const environment = await openTestEnvironment(context, 'p16', { env, connections: 4 })
  try {
    const merchant = await newMerchant(environment.client)
    const fixtures = await createFixtures(environment.client, merchant)
    const client = environment.client.as(merchant.keys.live.secret, storeHeader)
    const { operations } = await openReference(environment.service.urls.uae)
    const withBody = operations.filter((operation) => typeof bodyOf(operation, fixtures) === 'object')
    const random = context.random('p16')
    const calls = withBody.flatMap((operation) => {
      const bodies = dearBodies(operation, fixtures)
      const crowded = bodies.filter(({ name }) => name.startsWith('crowded'))
      const others = bodies.filter((body) => !crowded.includes(body))
      const chosen = context.isQuick ? Array.from({ length: context.size(3, 0) }, () => random.pick(others)) : others
      return [...crowded, ...chosen].map((body) => ({ operation, body }))
    })
    let [done, most, dearest] = [0, 0, 'none']
    const violations: string[] = []
    // Resets the count of steps before the first body.
    await countSteps(steps)
    for (const { operation, body } of calls) {
      const path = pathOf(operation, fixtures)
      const answer = await client.call(operation.method, path, body.body)
      const count = await countSteps(steps)
      if (count > most) [most, dearest] = [count, `${operation.operationId} ${body.name}`]
      violations.push(...judge(operation.operationId, body, answer, count))
      done += 1
      context.progress(done, calls.length, 'bodies')
    }
    violations.push(...(await environment.records.checkIntegrity()))
    const counts = { operations: withBody.length, bodies: calls.length, 'steps at most': most, for: dearest }
    return { counts, violations: violations.slice(0, 10) }
  } finally {
    await environment.close()
  }
}

function judge(operation: string, { name, body }: DearBody, answer: Answer, steps: number): string[] {
  const where = `${operation}, ${name}, ${body.length.toLocaleString('en')} bytes`
  const { status, text } = answer
  const errors: unknown[] = answer.body?.errors ?? []
  const violations: string[] = []
  if (steps > maxSteps) violations.push(`${where}: took ${steps.toLocaleString('en')} steps`)
  if (status >= 500) violations.push(`${where}: answered ${status}: ${text.slice(0, 200)}`)
  if (errors.length > maxErrors) violations.push(`${where}: told of ${errors.length} wrong fields`)
  if (text.length > (status === 200 ? maxAnswerLength : maxRefusalLength))
    violations.push(`${where}: answered ${status} with ${text.length.toLocaleString('en')} characters`)
  return violations
}
