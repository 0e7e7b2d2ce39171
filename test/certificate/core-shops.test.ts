import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Check, checkNames, checks, countsForBadge } from '../../src/rehearsal/certificate/checks.ts'
import { coreScenarios, scenarioNames } from '../../src/rehearsal/certificate/facts.ts'

import { type Certifying, openCertifying, wordsOf, wrongIn } from './certify-shop.ts'
import { type Flaw, flaws } from './shops/flaws.ts'

let certifying: Certifying
before(async () => {
  certifying = await openCertifying()
})
after(() => certifying.close())

const passedIn = (judged: readonly Check[]): string[] =>
  judged.filter(({ core, result }) => core && result === 'passed').map(({ check }) => check)

const together = { concurrency: 6 }

test('shops are judged by what they do', together, async (t) => {
  const right = t.test('one that does everything right passes every core check, and fails no other', async () => {
    const { checks: judged, badge } = await certifying.rehearse({ scenarios: coreScenarios })
    assert.deepEqual(wrongIn(judged), [])
    assert.deepEqual(
      passedIn(judged),
      checkNames.filter((name) => checks[name].core),
    )
    assert.match(badge, /^passed 14 of 14 core checks here/)
  })
  const cautious = t.test('one that reads before it tries again has shown that it keeps its reference', async () => {
    const { checks: judged } = await certifying.rehearse({ scenarios: ['lost-answer'], isCautious: true })
    assert.deepEqual(wrongIn(judged), [])
    assert.deepEqual(
      judged.filter(({ check }) => check === 'M2' || check === 'M3').map(({ result }) => result),
      ['passed', 'passed'],
    )
  })
  const polling = t.test('one that asks instead of being told passes every core check that it can', async () => {
    const { checks: judged, badge } = await certifying.rehearse({
      scenarios: coreScenarios,
      profile: 'polling',
      flaw: 'hasNoWebhook',
    })
    assert.deepEqual(wrongIn(judged), [])
    assert.deepEqual(
      passedIn(judged),
      checkNames.filter((name) => countsForBadge(name, 'polling')),
    )
    assert.match(badge, /^passed 9 of 9 core checks here/)
  })
  const silent = t.test('one that never opens a session has nothing exercised', async () => {
    const { checks: judged } = await certifying.rehearse({ scenarios: scenarioNames, isSilent: true })
    assert.deepEqual(new Set(judged.map(({ result }) => result)), new Set(['not_exercised']))
  })
  const wrong = (Object.keys(flaws) as Flaw[])
    .filter((flaw) => checks[flaws[flaw]].core)
    .map((flaw) => t.test(`one that ${wordsOf(flaw)} fails ${flaws[flaw]}, and nothing else`, () => failsOne(flaw)))
  await Promise.all([right, cautious, polling, silent, ...wrong])
})

async function failsOne(flaw: Flaw): Promise<void> {
  const { checks: judged, isInJournal } = await certifying.rehearse({ scenarios: coreScenarios, flaw })
  const name = flaws[flaw]
  assert.deepEqual(
    wrongIn(judged),
    [`${name} failed`],
    JSON.stringify(judged.filter(({ findings }) => findings.length > 0)),
  )
  const [finding] = judged.find(({ check }) => check === name)?.findings ?? []
  const ids = [...(finding?.request_ids ?? []), ...(finding?.webhook_ids ?? [])]
  assert.notDeepEqual(ids, [], 'something shows it')
  for (const id of finding?.request_ids ?? []) assert.ok(await isInJournal(id), id)
}
