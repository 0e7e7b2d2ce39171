import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Check, checkNames, countsForBadge } from '../../src/rehearsal/certificate/checks.ts'
import { coreScenarios, scenarioNames } from '../../src/rehearsal/certificate/facts.ts'
import { profileOf, type Rehearsal, wordsOf, wrongIn } from '../../testkit/certificate/certify-shop.ts'
import { coreFlaws, type Flaw, flaws } from '../../testkit/certificate/flaws.ts'
import { rightShops, wordsFor } from '../../testkit/certificate/habits.ts'
import { type Certifying, openCertifying } from './open-certifying.ts'

let certifying: Certifying
before(async () => {
  certifying = await openCertifying()
})
after(() => certifying.close())

const passedIn = (judged: readonly Check[]): string[] =>
  judged.filter(({ core, result }) => core && result === 'passed').map(({ check }) => check)

const together = { concurrency: 9 }

test('core checks judge shops by their calls', together, async (t) => {
  const right = rightShops.map(({ habit, currency }, place) =>
    t.test(`a shop that ${wordsFor(habit)}, in ${currency}, passes every core check and fails no other`, () =>
      isGreen({ scenarios: coreScenarios, habit, currency, seed: place + 1 }),
    ),
  )
  const silent = t.test('a shop that opens no session exercises nothing', async () => {
    const { checks: judged } = await certifying.rehearse({ scenarios: scenarioNames, isSilent: true })
    assert.deepEqual(new Set(judged.map(({ result }) => result)), new Set(['not_exercised']))
  })
  const wrong = coreFlaws.map((flaw, place) =>
    t.test(`a shop that ${wordsOf(flaw)} fails ${flaws[flaw]}, and nothing else`, () => failsOne(flaw, place + 1)),
  )
  await Promise.all([...right, silent, ...wrong])
})

async function isGreen(rehearsal: Rehearsal): Promise<void> {
  const { checks: judged, badge } = await certifying.rehearse(rehearsal)
  assert.deepEqual(wrongIn(judged), [], findingsIn(judged))
  const counted = checkNames.filter((name) => countsForBadge(name, profileOf(rehearsal.habit)))
  assert.deepEqual(passedIn(judged), counted)
  assert.ok(badge.startsWith(`passed ${counted.length} of ${counted.length} core checks here`), badge)
}

const findingsIn = (judged: readonly Check[]): string =>
  JSON.stringify(judged.filter(({ findings }) => findings.length > 0))

async function failsOne(flaw: Flaw, seed: number): Promise<void> {
  const { checks: judged, isInJournal } = await certifying.rehearse({ scenarios: coreScenarios, flaw, seed })
  const name = flaws[flaw]
  assert.deepEqual(wrongIn(judged), [`${name} failed`], findingsIn(judged))
  const [finding] = judged.find(({ check }) => check === name)?.findings ?? []
  const ids = [...(finding?.request_ids ?? []), ...(finding?.webhook_ids ?? [])]
  assert.notDeepEqual(ids, [], 'something shows it')
  for (const id of finding?.request_ids ?? []) assert.ok(await isInJournal(id), id)
  const shown = (finding?.exchanges ?? []).map(({ id }) => id)
  assert.ok(
    ids.some((id) => shown.includes(id)),
    'it is shown with its request',
  )
  // The buyer's address.
  assert.doesNotMatch(JSON.stringify(judged), /@example\.com/)
}
