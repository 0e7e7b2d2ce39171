import { type Check, type CheckName, checkNames, countsForBadge } from '../src/rehearsal/certificate/checks.ts'
import { coreScenarios } from '../src/rehearsal/certificate/facts.ts'
import { certifyShop, profileOf, type Rehearsal, wordsOf, wrongIn } from '../testkit/certificate/certify-shop.ts'
import { coreFlaws, flaws, showsIn } from '../testkit/certificate/flaws.ts'
import { rightShops, wordsFor } from '../testkit/certificate/habits.ts'
import { openStreet } from '../testkit/certificate/street.ts'
import { inParallel } from '../testkit/parallel.ts'
import type { Context, Verdict } from './context.ts'
import { openTestEnvironment } from './test-environment.ts'

/** A shop, and the only check that it fails; undefined for a shop without a flaw. */
interface Judged {
  readonly what: string
  readonly fails: CheckName | undefined
  readonly rehearsal: Rehearsal
}

/** Runs at once: a run waits for silence most of its time. */
const atOnce = 16
/** Longer than in the tests: other proofs use the machine, too. */
const idle = 'PT2S'
const mostSeed = 1_000_000

/**
 * P36: certifies shops with one flaw each and shops without one, over several seeds. A wrong shop fails the check that
 * names its flaw, and nothing else. A right one passes every core check.
 */
export async function run(context: Context): Promise<Verdict> {
  const street = await openStreet()
  const env = { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${street.port}` }
  const environment = await openTestEnvironment(context, 'p36', { env })
  try {
    const { next } = context.random('certified shops')
    const seeds = Array.from({ length: context.size(2, 10) }, () => 1 + Math.floor(next() * mostSeed))
    // The missing guard is found by the shops of its own check.
    const shops = [...wrongShops(), ...goodShops()].filter(
      ({ fails }) => context.breakage === undefined || fails === 'P2',
    )
    const runs = seeds.flatMap((seed) => shops.map((shop) => ({ seed, ...shop })))
    let done = 0
    const certifyOne = async (number: number): Promise<string[]> => {
      const { seed, what, fails, rehearsal } = runs[number] as (typeof runs)[number]
      const { checks } = await certifyShop(environment.service.urls, street, { ...rehearsal, idle, seed })
      done += 1
      context.progress(done, runs.length, 'certificates')
      const found = fails === undefined ? judgeRight(rehearsal, checks) : judgeWrong(fails, checks)
      return found.map((violation) => `a shop that ${what}, seed ${seed}: ${violation}`)
    }
    const violations = (await inParallel(runs.length, certifyOne, atOnce)).flat()
    violations.push(...(await environment.records.checkIntegrity()))
    const right = shops.filter(({ fails }) => fails === undefined).length
    const counts = { 'wrong shops': shops.length - right, 'right shops': right }
    return { counts: { ...counts, seeds: seeds.length, certificates: runs.length }, violations }
  } finally {
    await environment.close()
    await street.close()
  }
}

function wrongShops(): readonly Judged[] {
  return [...coreFlaws, 'forgetsInCrash' as const].map((flaw) => ({
    what: wordsOf(flaw),
    fails: flaws[flaw],
    rehearsal: { flaw, scenarios: [...coreScenarios, ...(showsIn[flaw] ?? [])] },
  }))
}

function goodShops(): readonly Judged[] {
  const right = rightShops.map(({ habit, currency }) => ({
    what: `${wordsFor(habit)}, in ${currency}`,
    fails: undefined,
    rehearsal: { habit, currency, scenarios: coreScenarios },
  }))
  const restarted = { what: 'is restarted and goes on', fails: undefined }
  return [...right, { ...restarted, rehearsal: { scenarios: [...coreScenarios, 'crash'] } }]
}

function judgeWrong(fails: CheckName, judged: readonly Check[]): string[] {
  const wrong = wrongIn(judged)
  const expected = `${fails} failed`
  const missed = wrong.includes(expected) ? [] : [`it did not fail ${fails}, but has ${resultOf(judged, fails)}`]
  return [...missed, ...wrong.filter((one) => one !== expected).map((one) => blame(one, judged))]
}

function judgeRight({ habit }: Rehearsal, judged: readonly Check[]): string[] {
  const counted = checkNames.filter((name) => countsForBadge(name, profileOf(habit)))
  const unseen = counted.filter((name) => resultOf(judged, name) === 'not_exercised')
  const blamed = wrongIn(judged).map((one) => blame(one, judged))
  return [...blamed, ...unseen.map((name) => `${name} was not exercised`)]
}

function resultOf(judged: readonly Check[], name: CheckName) {
  return judged.find(({ check }) => check === name)?.result
}

function blame(wrong: string, judged: readonly Check[]): string {
  const finding = judged.find(({ check }) => wrong.startsWith(`${check} `))?.findings[0]
  return `${wrong} without reason: ${finding?.scenario}: ${finding?.sentence}`
}
