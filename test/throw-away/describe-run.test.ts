import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRun } from '../../src/entries/throw-away/certify/describe-run.ts'
import { repeatCommand, runCommand } from '../../src/entries/throw-away/certify/repeat-command.ts'
import { checkNames } from '../../src/rehearsal/certificate/checks.ts'
import { type Profile, type ScenarioName, scenarioNames } from '../../src/rehearsal/certificate/facts.ts'
import { type ActedScenario, acted, capturingRun } from '../certificate/acted-run.ts'
import { documentOf } from './run-document.ts'

const linesOf = (shops: readonly ActedScenario[], names: readonly ScenarioName[], given = {}): string[] =>
  describeRun({ certificate: documentOf(shops, names) }, given)

const reasonOf = (name: string, names: readonly ScenarioName[], shops: readonly ActedScenario[] = []) =>
  documentOf(shops, names).checks.find(({ check }) => check === name)?.reason

const nameless = (name: ScenarioName) => acted(name, (shop) => void shop.capture(shop.paid(), { reference: null }))

test('a command is repeated with the idle time, the store and the order command of the run', () => {
  const command = 'npx qist certify --profile polling --scenario plain --seed 42'
  const given = { idle: 'PT3S', merchantCode: 'KW', orderCommand: "node 'my shop.mjs' --now" }
  const options = `--idle PT3S --merchant-code KW --order-command 'node '\\''my shop.mjs'\\'' --now'`
  assert.equal(repeatCommand(command, {}), command)
  assert.equal(repeatCommand(command, given), `${command} ${options}`)
  const played = documentOf([], ['plain', 'conflict'])
  assert.equal(
    runCommand(played, given),
    `npx qist certify --profile webhooks --scenario plain conflict --seed 42 ${options}`,
  )
})

test('every check that was not exercised has its requirement, and whether it was played', () => {
  const lines = linesOf([], scenarioNames)
  assert.equal(lines.length, checkNames.length + 2)
  for (const name of checkNames) assert.match(lines.join('\n'), new RegExp(`^${name} .* not exercised: needs `, 'm'))
  assert.ok(!lines.some((line) => line.includes('was not played')))
  assert.match(
    reasonOf('P5', ['plain']) ?? '',
    /^needs scenario abandoned, which was not played: two sessions of one order, /,
  )
  assert.match(reasonOf('W8', ['ended']) ?? '', /^needs scenario plain, which was not played: /)
  assert.match(reasonOf('P8', ['plain']) ?? '', /^needs scenario disputed, which was not played: live keys, /)
  const unrefunded = acted('disputed', (shop) => void shop.paid())
  assert.equal(
    reasonOf('P8', ['disputed'], [unrefunded]),
    'needs scenario disputed: live keys, and a refund while a dispute is open; here the shop captured nothing',
  )
  assert.equal(
    reasonOf('P1', ['plain'], [acted('plain', (shop) => void shop.paid())]),
    'needs a capture of a payment that is paid; here the shop captured nothing',
  )
  const polling: Profile = 'polling'
  const w3 = documentOf([], scenarioNames, polling).checks.find(({ check }) => check === 'W3')
  assert.equal(w3?.reason, 'asked only with --profile webhooks')
})

test('a run without findings that is incomplete says so', () => {
  assert.match(linesOf([capturingRun], ['plain']).at(-1) ?? '', /^nothing failed; \d+ core checks were not exercised$/)
  assert.match(
    linesOf([nameless('plain')], ['plain']).at(-1) ?? '',
    /^1 of the core checks has findings; \d+ were not exercised$/,
  )
})

test('a check that fails in several scenarios is one block, with the requests of the first one', () => {
  const names = ['plain', 'conflict', 'duplicate'] as const
  const lines = linesOf(names.map(nameless), names, { idle: 'PT3S' })
  const start = lines.indexOf('M1  core        failed')
  const length = lines.slice(start + 1).findIndex((line) => !line.startsWith('    '))
  const [sentence, time, sent, answered, ids, ...rest] = lines.slice(start + 1, start + 1 + length)
  assert.equal(sentence, '    A capture of 340.00 was asked for without a reference_id.')
  assert.equal(time, '      +4.020 s your shop sent POST /api/v2/capturePayment/plain-payment-1: 200 after 10 ms')
  assert.equal(sent, '        sent     {"amount":"340.00"}')
  assert.equal(answered, '        answered {}')
  assert.match(ids ?? '', /^ {4}seen in plain-4$/)
  assert.deepEqual(
    [rest[0], rest.at(-1)],
    ['    in plain, also in conflict, duplicate', '    npx qist certify --scenario plain --seed 42 --idle PT3S'],
  )
  assert.equal(rest.length, 4)
})
