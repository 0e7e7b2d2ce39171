import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFinding, describeRun, whyNotExercised } from '../../src/entries/throw-away/certify/describe-run.ts'
import { checkNames } from '../../src/rehearsal/certificate/checks.ts'
import { type Profile, type ScenarioName, scenarioNames } from '../../src/rehearsal/certificate/facts.ts'
import { judgeRun } from '../../src/rehearsal/certificate/judge-run.ts'
import { type ActedScenario, acted, capturingRun, runOf } from '../certificate/acted-run.ts'

function answerOf(shops: readonly ActedScenario[], names: readonly ScenarioName[], profile: Profile = 'webhooks') {
  const checks = judgeRun(runOf(shops, { profile }))
  const scenarios = names.map((name) => ({ name, status: 'finished' as const }))
  const members = { id: '1', status: 'finished', badge: 'badge', waits_for: null } as const
  return { certificate: { ...members, profile, seed: 42, checks, scenarios } }
}

test('the command of a finding repeats it with its idle time and order command', () => {
  const nameless = acted('plain', (shop) => void shop.capture(shop.paid(), { reference: null }))
  const [finding] = judgeRun(runOf([nameless], { profile: 'polling' })).flatMap(({ findings }) => findings)
  assert.ok(finding !== undefined)
  const lastLine = (given: object): string => describeFinding(finding, given).split('\n').at(-1) ?? ''
  assert.equal(lastLine({}), finding.command)
  assert.equal(
    lastLine({ idle: 'PT3S', orderCommand: "node 'my shop.mjs' --now" }),
    `npx qist certify --profile polling --scenario plain --seed 42 --idle PT3S --order-command 'node '\\''my shop.mjs'\\'' --now'`,
  )
})

test('every check that was not exercised has its requirement, and whether it was played', () => {
  const played = answerOf([], scenarioNames)
  const lines = describeRun(played, {})
  assert.equal(lines.length, checkNames.length + 2)
  for (const name of checkNames) assert.match(lines.join('\n'), new RegExp(`^${name} .* not exercised: needs `, 'm'))
  assert.ok(!lines.some((line) => line.includes('was not played')))
  const { certificate } = answerOf([], ['plain'])
  assert.match(
    whyNotExercised('P5', certificate),
    /^needs scenario abandoned, which was not played: two sessions of one order, /,
  )
  assert.match(
    whyNotExercised('W8', answerOf([], ['ended']).certificate),
    /^needs scenario plain, which was not played: /,
  )
  assert.match(whyNotExercised('P8', certificate), /^needs scenario disputed, which was not played: live keys, /)
  assert.equal(
    whyNotExercised('W3', answerOf([], scenarioNames, 'polling').certificate),
    'asked only with --profile webhooks',
  )
})

test('a run without findings that is incomplete says so', () => {
  assert.match(
    describeRun(answerOf([capturingRun], ['plain']), {}).at(-1) ?? '',
    /^nothing failed; \d+ core checks were not exercised$/,
  )
  const nameless = acted('plain', (shop) => void shop.capture(shop.paid(), { reference: null }))
  assert.match(
    describeRun(answerOf([nameless], ['plain']), {}).at(-1) ?? '',
    /^1 of the core checks has findings; \d+ were not exercised$/,
  )
})
