import fc from 'fast-check'
import { workersAtOnce } from '../testkit/parallel.ts'
import { planHistories } from '../testkit/plan-histories.ts'
import { playPlan } from '../testkit/plan-play.ts'
import { type PlayedService, playOverTheWire } from '../testkit/plan-service.ts'
import { serviceHistories } from '../testkit/plan-service-histories.ts'
import type { Context, Verdict } from './context.ts'
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts'

const atOnce = 8
/** The number of histories by the rules before other work of this process gets a turn. */
const chunk = 500

/**
 * P23: compares random histories of plans with the model, by the rules and through the service. The processor's books
 * agree.
 */
export async function run(context: Context): Promise<Verdict> {
  // A removed guard is missing in the service only.
  const ofRules = context.breakage === undefined ? context.size(4_000, 1_000_000) : 0
  const ofService = context.breakage === undefined ? context.size(50, 2_000) : 200
  const rules = await playRules(context, ofRules)
  const environment = await openTestEnvironment(context, 'p23', { connections: atOnce })
  try {
    const service = await playService(context, environment, ofService)
    const violations = [...rules.violations, ...service.violations, ...(await environment.records.checkIntegrity())]
    return { counts: { 'histories of the rules': rules.played, 'through the service': service.played }, violations }
  } finally {
    await environment.close()
  }
}

interface Played {
  readonly played: number
  readonly violations: readonly string[]
}

async function playRules(context: Context, target: number): Promise<Played> {
  const random = context.random('p23 rules')
  let played = 0
  while (played < target) {
    const property = fc.property(planHistories, (history) => {
      playPlan(history)
    })
    const options = { numRuns: Math.min(chunk, target - played), seed: random.between(0, 0x7fff_ffff) }
    const found = fc.check(property, options)
    played += found.numRuns
    context.progress(played, target, 'histories of the rules')
    if (found.failed) return { played, violations: [fc.defaultReportMessage(found) ?? 'a history differs'] }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { played, violations: [] }
}

async function playService(context: Context, environment: TestEnvironment, target: number): Promise<Played> {
  const { client, records } = environment
  const service: PlayedService = {
    as: (key) => client.as(key),
    async hurry() {
      // Makes the waiting work due now, so that the test need not wait for it.
      await records.query(
        `update returns set resolve_at = statement_timestamp()
         where id in (select id from returns where state = 'waiting' for update skip locked)`,
      )
    },
  }
  const seed = context.random('p23 service').between(0, 0x7fff_ffff)
  const histories = fc.sample(serviceHistories, { numRuns: target, seed }).entries()
  const violations: string[] = []
  let played = 0
  const worker = async (_: number, over: AbortSignal): Promise<void> => {
    for (const [index, history] of histories) {
      if (violations.length > 0 || over.aborted) return
      await playOverTheWire(service, history).catch((error: Error) => {
        violations.push(`history ${index + 1}: ${error.message}\n${fc.stringify(history)}`)
      })
      played += 1
      context.progress(played, target, 'histories through the service')
    }
  }
  await workersAtOnce(atOnce, worker)
  return { played, violations }
}
