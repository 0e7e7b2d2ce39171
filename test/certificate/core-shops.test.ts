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

test('core checks judge shops by their calls', together, async (t) => {
  const right = t.test('a shop without flaws passes every core check and fails no other', async () => {
    const { checks: judged, badge } = await certifying.rehearse({ scenarios: coreScenarios })
    assert.deepEqual(wrongIn(judged), [])
    assert.deepEqual(
      passedIn(judged),
      checkNames.filter((name) => checks[name].core),
    )
    assert.match(badge, /^passed 14 of 14 core checks here/)
  })
  const cautious = t.test('a shop that reads before it retries has shown that it keeps its reference', async () => {
    const { checks: judged } = await certifying.rehearse({ scenarios: ['lost-answer'], isCautious: true })
    assert.deepEqual(wrongIn(judged), [])
    assert.deepEqual(
      judged.filter(({ check }) => check === 'M2' || check === 'M3').map(({ result }) => result),
      ['passed', 'passed'],
    )
  })
  const polling = t.test('a shop that polls passes every core check that needs no notification', async () => {
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
  const silent = t.test('a shop that opens no session exercises nothing', async () => {
    const { checks: judged } = await certifying.rehearse({ scenarios: scenarioNames, isSilent: true })
    assert.deepEqual(new Set(judged.map(({ result }) => result)), new Set(['not_exercised']))
  })
  const wrong = (Object.keys(flaws) as Flaw[])
    .filter((flaw) => checks[flaws[flaw]].core)
    .map((flaw) => t.test(`a shop that ${wordsOf(flaw)} fails ${flaws[flaw]}, and nothing else`, () => failsOne(flaw)))
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
