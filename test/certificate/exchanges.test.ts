import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certificateFrom } from '../../src/rehearsal/certificate/store.ts'
import { acted, capturingRun, checkOf } from './acted-run.ts'

const findingOf = (check: string, ...shops: Parameters<typeof checkOf>[1]) =>
  checkOf(check, [capturingRun, ...shops]).findings[0] ?? assert.fail(`${check} has no finding`)

const key = 'sk_test_11111111-1111-4111-8111-111111111111'

test('of many exchanges the first ones are shown, oldest first, within the bounds', () => {
  const broken = acted('broken', (shop) => {
    const id = shop.paid()
    for (let tries = 0; tries < 14; tries += 1) shop.capture(id, { status: 500, fault: 'error', amount: `${tries}.00` })
    for (let tries = 0; tries < 14; tries += 1) shop.capture(id, { status: 500, fault: 'error', amount: '340.00' })
  })
  const { exchanges, more_exchanges } = findingOf('M7', broken)
  assert.equal(exchanges.length, 6)
  assert.equal(more_exchanges, 22)
  const sorted = exchanges.map(({ after_ms }) => after_ms)
  assert.deepEqual(
    sorted,
    sorted.toSorted((one, other) => one - other),
  )
  const hammering = acted('refused', (shop) => {
    const id = shop.paid()
    for (const amount of ['1.00', '2.00', '3.00', '4.00', '5.00'])
      for (let tries = 0; tries < 7; tries += 1) shop.capture(id, { status: 400, amount })
  })
  const { findings } = checkOf('M8', [hammering])
  assert.deepEqual(
    findings.map((finding) => [finding.exchanges.length, finding.more_exchanges]),
    [6, 6, 6, 2, 0].map((shown) => [shown, 7 - shown]),
  )
})

test('an exchange shows no key, and no query of a webhook', () => {
  const slow = acted('plain', (shop) => {
    const id = shop.session()
    shop.notify(id, 'authorized', { status: 500, path: `http://shop.test/hook?token=${key}` })
    shop.call('getPayment', id, { path: `/api/v2/payments/${id}?key=${key}` })
  })
  const [notification] = findingOf('W2', slow).exchanges
  assert.equal(notification?.path, 'http://shop.test/hook')
  assert.equal(notification?.direction, 'to_shop')
  assert.ok(!JSON.stringify(checkOf('S1', [slow])).includes(key))
})

test('a duplicate is shown with the first movement, and a rejected session with its answer', () => {
  const doubled = acted('duplicate', (shop) => {
    const id = shop.paid()
    shop.capture(id, { reference: 'a' })
    for (let times = 0; times < 9; times += 1) shop.notify(id, 'authorized', { fault: 'duplicate' })
    shop.capture(id, { reference: 'b' })
  })
  const sent = findingOf('W3', doubled).exchanges.map((one) => one.sent)
  for (const reference of ['a', 'b']) assert.ok(sent.some((body) => body?.includes(`"reference_id":"${reference}"`)))
  const rejected = acted('rejected', (shop) => {
    shop.call('sendLink', shop.session({ statusAtCreation: 'REJECTED' }))
  })
  const [session, link] = findingOf('P3', rejected).exchanges
  assert.match(session?.answered ?? '', /"status":"REJECTED"/)
  assert.match(link?.path ?? '', /sendLink/)
})

test('a forged notification stands before the capture that it led to', () => {
  const deceived = acted('forged', (shop) => {
    const id = shop.session({ ending: 'open', isPaid: false })
    shop.read(id, 'CREATED')
    shop.forged(id, 'amount')
    shop.capture(id, { status: 400 })
  })
  const exchanges = findingOf('W5', deceived).exchanges.map(({ direction, fault }) => [direction, fault])
  assert.deepEqual(exchanges, [
    ['from_shop', null],
    ['to_shop', 'forged'],
    ['from_shop', null],
  ])
})

test('a finding that an earlier version has stored has its scenario and no exchanges', () => {
  const nameless = acted('conflict', (shop) => void shop.capture(shop.paid(), { reference: null }))
  const check = checkOf('M1', [nameless])
  const { scenario: _scenario, exchanges: _exchanges, more_exchanges: _more, ...stored } = findingOf('M1', nameless)
  const row = { rehearsal: {}, checks: [{ ...check, findings: [stored] }] } as unknown
  const [read] = certificateFrom(row as Parameters<typeof certificateFrom>[0]).checks
  assert.deepEqual(read?.findings, [{ ...stored, scenario: 'conflict', exchanges: [], more_exchanges: 0 }])
})
