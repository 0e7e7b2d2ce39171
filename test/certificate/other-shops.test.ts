import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkNames, checks } from '../../src/rehearsal/certificate/checks.ts'
import { coreScenarios, otherScenarios } from '../../src/rehearsal/certificate/facts.ts'
import { type Certifying, openCertifying, wordsOf, wrongIn } from './certify-shop.ts'
import { type Flaw, flaws, showsIn } from './shops/flaws.ts'

let certifying: Certifying
before(async () => {
  certifying = await openCertifying()
})
after(() => certifying.close())

/** Nothing tells that a payment is captured in the end: somebody has to look. */
const toBeLookedAt: readonly Flaw[] = ['capturesNothing']
/** Disputes are seen with live keys alone. */
const unseen = ['P8']

test('shops are judged by what is recommended, too', { concurrency: 6 }, async (t) => {
  const right = t.test('one that does everything right passes every check that can be seen', async () => {
    // Those in which a shop waits for long take long.
    const slow = ['rate-limit', 'slow'] as const
    const quick = otherScenarios.filter((name) => !slow.some((one) => one === name))
    const runs = await Promise.all([
      certifying.rehearse({ scenarios: ['plain', 'lost-answer', ...slow] }),
      certifying.rehearse({ scenarios: ['plain', ...quick] }),
    ])
    const judged = runs.flatMap((run) => run.checks)
    assert.deepEqual(wrongIn(judged), [])
    const passed = new Set(judged.filter(({ result }) => result === 'passed').map(({ check }) => check))
    assert.deepEqual(
      checkNames.filter((name) => !checks[name].core && !passed.has(name)),
      unseen,
    )
  })
  const disputed = t.test('one that leaves a disputed refund alone passes P8', async () => {
    const { checks: judged } = await certifying.rehearse({ scenarios: ['disputed'], isLive: true })
    assert.equal(judged.find(({ check }) => check === 'P8')?.result, 'passed')
    assert.deepEqual(wrongIn(judged), [])
  })
  const wrong = (Object.keys(flaws) as Flaw[])
    .filter((flaw) => !checks[flaws[flaw]].core)
    .map((flaw) =>
      t.test(`one that ${wordsOf(flaw)} does not pass ${flaws[flaw]}, and nothing else is wrong`, () => hasOne(flaw)),
    )
  await Promise.all([right, disputed, ...wrong])
})

async function hasOne(flaw: Flaw): Promise<void> {
  const scenarios = [...new Set([...coreScenarios, ...(showsIn[flaw] ?? [])])]
  const { checks: judged } = await certifying.rehearse({ scenarios, flaw, isLive: flaw === 'loopsOnDisputes' })
  const result = toBeLookedAt.includes(flaw) ? 'review' : 'failed'
  assert.deepEqual(wrongIn(judged), [`${flaws[flaw]} ${result}`])
}
