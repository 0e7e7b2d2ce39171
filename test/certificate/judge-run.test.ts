import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkNames, checks, countsForBadge } from '../../src/rehearsal/certificate/checks.ts'
import { scenarioNames } from '../../src/rehearsal/certificate/facts.ts'
import { judgeRun } from '../../src/rehearsal/certificate/judge-run.ts'
import { acted, capturingRun, checkOf, runOf } from './acted-run.ts'

test('every check of the contract is judged, in its order, the core ones first', () => {
  const judged = judgeRun(runOf([]))
  const core = judged.filter((check) => check.core).map(({ check }) => check)
  assert.deepEqual(core, [
    ...['M1', 'M2', 'M3', 'M4', 'M5', 'W1', 'W2', 'W3', 'W4', 'W5'],
    ...['P1', 'P2', 'P3', 'P4', 'P9', 'S2'],
  ])
  assert.deepEqual(
    judged.slice(0, core.length).map(({ check }) => check),
    core,
  )
  assert.deepEqual(
    judged.filter(({ core }) => !core).map(({ check }) => check),
    ['M6', 'M7', 'M8', 'M9', 'W6', 'W7', 'W8', 'W9', 'P5', 'P6', 'P7', 'P8', 'S1', 'S3'],
  )
})

test('a silent shop exercises nothing, with or without a webhook', () => {
  const silent = scenarioNames.map((name) => acted(name, () => undefined))
  for (const webhooks of [[], runOf([]).webhooks]) {
    const judged = judgeRun(runOf(silent, { webhooks }))
    assert.deepEqual(new Set(judged.map(({ result }) => result)), new Set(['not_exercised']))
    assert.deepEqual(new Set(judged.map(({ missing }) => missing)), new Set(['the shop opened no session']))
  }
})

test('a shop that polls needs to pass no check of notifications', () => {
  const results = judgeRun(runOf([capturingRun], { profile: 'polling', webhooks: [] }))
  for (const { check, result } of results) if (check.startsWith('W')) assert.equal(result, 'not_exercised', check)
  const counted = checkNames.filter((name) => countsForBadge(name, 'polling'))
  assert.deepEqual(counted, ['M1', 'M2', 'M3', 'M4', 'M5', 'P1', 'P2', 'P3', 'P4', 'P9', 'S2'])
  assert.equal(checkNames.filter((name) => countsForBadge(name, 'webhooks')).length, 16)
})

test('a finding has evidence, time, advice, a link to the guide, and a command that repeats it', () => {
  let request = ''
  const lost = acted('lost-answer', (shop) => {
    request = shop.capture(shop.paid(), { fault: 'lost_answer' })
  })
  const [finding] = checkOf('M3', [lost], { profile: 'polling' }).findings
  assert.deepEqual(finding, {
    sentence:
      'The answer to a capture of 340.00 with reference_id a was lost, and it was neither tried again nor was the payment read.',
    scenario: 'lost-answer',
    exchanges: [
      {
        direction: 'from_shop',
        id: request,
        at: '2026-03-01T10:00:04.020Z',
        after_ms: 4_020,
        method: 'POST',
        path: '/api/v2/capturePayment/lost-answer-payment-1',
        sent: '{"amount":"340.00","reference_id":"a"}',
        status: 200,
        answered: '{}',
        duration_ms: 10,
        fault: 'lost_answer',
      },
    ],
    more_exchanges: 0,
    request_ids: [request],
    webhook_ids: [],
    at: '2026-03-01T10:00:04.020Z',
    advice: checks.M3.advice,
    guide: '/docs/get-your-certificate#m3',
    command: 'npx qist certify --profile polling --scenario lost-answer --seed 42',
  })
})

test('a check that needs another observed act has both in its command', () => {
  const commandOf = (check: string, scenario: ReturnType<typeof acted>) =>
    checkOf(check, [capturingRun, scenario]).findings[0]?.command
  const unpaid = acted('redirect', (shop) => {
    const id = shop.session({ ending: 'open', isPaid: false })
    shop.redirected(id)
    shop.read(id, 'CREATED')
    shop.capture(id, { status: 400 })
  })
  assert.equal(commandOf('P2', unpaid), 'npx qist certify --scenario plain redirect --seed 42')
  const impatient = acted('slow', (shop) => {
    shop.capture(shop.paid(), { fault: 'slow', status: null, durationMs: 500 })
  })
  assert.equal(commandOf('M9', impatient), 'npx qist certify --scenario lost-answer slow --seed 42')
})

test('after an incomplete record no check passes, and findings stay', () => {
  const shop = acted('plain', (scenario) => void scenario.capture(scenario.paid()))
  shop.isCut = true
  const judged = judgeRun(runOf([shop]))
  assert.ok(judged.some(({ result }) => result === 'review'))
  assert.ok(judged.every(({ result }) => result !== 'passed'))
  const nameless = acted('conflict', (scenario) => void scenario.capture(scenario.paid(), { reference: null }))
  assert.equal(checkOf('M1', [shop, nameless]).result, 'failed')
})

test('of repeated findings the first are shown, and no secret is quoted', () => {
  const key = 'sk_test_11111111-1111-4111-8111-111111111111'
  const same = acted('plain', (shop) => {
    const id = shop.paid()
    for (let amount = 1; amount < 30; amount += 1) shop.capture(id, { reference: key, amount: `${amount}.00` })
  })
  const { findings } = checkOf('M4', [same])
  assert.equal(findings.length, 10)
  assert.ok(!JSON.stringify(findings).includes(key))
})
