import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ActedScenario, acted, capturingRun, checkOf, found, resultOf, webhook } from './acted-run.ts'

test('W1: a shop that acts has an enabled webhook for its store', () => {
  const w1 = (webhooks: object[]) =>
    checkOf('W1', [capturingRun], { webhooks: webhooks.map((one) => ({ ...webhook, ...one })) }).result
  assert.equal(w1([{}]), 'passed')
  assert.deepEqual([w1([]), w1([{ isEnabled: false }]), w1([{ storeId: 'other' }])], Array(3).fill('failed'))
  const silent = acted('plain', () => undefined)
  assert.equal(checkOf('W1', [silent], { webhooks: [] }).result, 'not_exercised')
  assert.equal(checkOf('W1', [silent]).result, 'not_exercised')
})

test('W2: a notification is answered with exactly 200, in time', () => {
  const answered = (call: object) => resultOf('W2', 'plain', (shop) => shop.authorized(shop.session(), call))
  assert.equal(answered({}), 'passed')
  assert.deepEqual([answered({ status: 204 }), answered({ status: null })], ['failed', 'failed'])
  assert.deepEqual([answered({ durationMs: 6_000 }), answered({ durationMs: 61_000 })], ['warning', 'failed'])
  assert.equal(answered({ status: null, fault: 'drop' }), 'passed')
  assert.equal(answered({ status: 401, fault: 'forged' }), 'passed')
  const unheard = acted('plain', (shop) => void shop.session())
  assert.equal(checkOf('W2', [unheard]).result, 'not_exercised')
})

test('W2: the finding names the notification that was answered wrongly', () => {
  const wrong = acted('plain', (shop) => {
    const id = shop.session()
    shop.notify(id, 'authorized', { notification: 'named', status: 202 })
  })
  assert.deepEqual(checkOf('W2', [wrong]).findings[0]?.webhook_ids, ['named'])
})

test('W2: a genuine notification that is denied has the usual reasons', () => {
  const denied = (status: number) =>
    checkOf('W2', [acted('plain', (shop) => void shop.notify(shop.session(), 'authorized', { status }))]).findings[0]
      ?.sentence
  const reason = /It is genuine: your secret is another store's, or you verified a parsed body\.$/
  for (const status of [401, 403]) assert.match(denied(status) ?? '', reason)
  assert.equal(denied(400), 'The notification authorized was answered 400 after 10 ms.')
})

function doubled(name: 'duplicate' | 'plain', ...captures: object[]): ActedScenario {
  return acted(name, (shop) => {
    const id = shop.paid()
    if (name === 'duplicate') shop.notify(id, 'authorized', { notification: 'one', fault: 'duplicate' })
    for (const call of captures) shop.capture(id, call)
  })
}

test('W3: a duplicate moves nothing twice, not even if the second movement is refused', () => {
  const w3 = (...captures: object[]) => checkOf('W3', [capturingRun, doubled('duplicate', ...captures)]).result
  assert.equal(w3({}), 'passed')
  assert.equal(w3({}, {}), 'passed')
  assert.equal(w3({}, { reference: 'b', status: 400 }), 'failed')
  assert.equal(w3({ status: 409 }, { reference: 'b' }), 'passed')
  assert.equal(w3({ durationMs: 300 }, { reference: 'b', status: 409, afterMs: -200 }), 'failed')
  const other = resultOf('W3', 'conflict', (shop) => void shop.capture(shop.paid(), { reference: 'b' }))
  assert.equal(other, 'not_exercised')
  assert.deepEqual(found([capturingRun, doubled('duplicate', {}, { reference: 'b', status: 400 })]), ['W3'])
})

test('W3: two equal partial movements are allowed if the shop makes them without a duplicate, too', () => {
  const parts = [{ amount: '170.00' }, { amount: '170.00', reference: 'b' }]
  assert.equal(checkOf('W3', [doubled('plain', ...parts), doubled('duplicate', ...parts)]).result, 'passed')
  assert.equal(checkOf('W3', [capturingRun, doubled('duplicate', ...parts)]).result, 'failed')
})

test('W4: closed before authorized harms nothing', () => {
  const w4 = (act: (shop: ActedScenario, id: string) => void, isFirst = true) =>
    acted('closed-first', (shop) => {
      const id = shop.session({ ending: 'closed' })
      shop.changed(id, 'authorize', 'AUTHORIZED', 'customer')
      shop.changed(id, 'close', 'CLOSED', 'service')
      const statuses = isFirst ? ['closed', 'authorized'] : ['authorized', 'closed']
      for (const status of statuses) shop.notify(id, status)
      act(shop, id)
    })
  const result = (...args: Parameters<typeof w4>) => checkOf('W4', [capturingRun, w4(...args)]).result
  assert.equal(
    result((shop, id) => void shop.read(id, 'CLOSED')),
    'passed',
  )
  const captures = w4((shop, id) => void shop.capture(id, { status: 400 }))
  assert.deepEqual(found([capturingRun, captures]), ['W4'])
  assert.equal(
    result(() => undefined, false),
    'not_exercised',
  )
  assert.equal(checkOf('W4', [w4(() => undefined)]).result, 'not_exercised')
})

test('W4: notifications that fail only when closed comes first do not fail W2', () => {
  const failing = acted('closed-first', (shop) => {
    const id = shop.session({ ending: 'closed' })
    shop.notify(id, 'closed', { status: 500 })
    shop.notify(id, 'authorized')
  })
  assert.deepEqual(found([capturingRun, failing]), ['W4'])
  const alwaysFailing = acted('plain', (shop) => {
    const id = shop.session()
    shop.authorized(id, { status: 500 })
    shop.read(id)
    shop.capture(id)
  })
  assert.deepEqual(found([alwaysFailing, failing]), ['W2'])
})

test('a shop that reads no payment fails P1, and dependent checks need a review', () => {
  const blind = acted('plain', (shop) => {
    const id = shop.session()
    shop.authorized(id)
    shop.capture(id)
  })
  const fooled = acted('forged', (shop) => {
    const id = shop.session({ ending: 'open', isPaid: false })
    shop.forged(id, 'amount')
    shop.capture(id, { status: 400 })
  })
  assert.equal(checkOf('W5', [blind, fooled]).result, 'review')
  assert.equal(checkOf('W5', [capturingRun, fooled]).result, 'failed')
  assert.equal(checkOf('P1', [blind, fooled]).result, 'failed')
})

test('W5: a forged notification leads to no capture', () => {
  const forged = (act: (shop: ActedScenario, id: string) => void, status: number | null = 200) =>
    acted('forged', (shop) => {
      const id = shop.session({ ending: 'open', isPaid: false })
      shop.forged(id, 'header', status)
      act(shop, id)
    })
  const captures = forged((shop, id) => void shop.capture(id, { status: 400 }))
  const { result, findings } = checkOf('W5', [captures])
  assert.equal(result, 'failed')
  assert.deepEqual(findings[0]?.webhook_ids, ['forged-0'])
  assert.deepEqual(found([capturingRun, captures]), ['W5'])
  const reads = forged((shop, id) => void shop.read(id, 'CREATED'))
  assert.equal(checkOf('W5', [capturingRun, reads]).result, 'passed')
  assert.equal(checkOf('W5', [reads]).result, 'not_exercised')
  const unreached = forged(() => undefined, null)
  assert.equal(checkOf('W5', [capturingRun, unreached]).result, 'not_exercised')
})

test('W6: an unsigned or forged notification is refused; if it is accepted without effect, a review is needed', () => {
  const signed = (status: number | null, act: (shop: ActedScenario, id: string) => void = () => undefined) =>
    acted('signature', (shop) => {
      const id = shop.session({ ending: 'open', isPaid: false })
      shop.forged(id, 'stale', status)
      act(shop, id)
    })
  const w6 = (scenario: ActedScenario, isSigned = true) =>
    checkOf('W6', [capturingRun, scenario], { webhooks: [{ ...webhook, isSigned }] }).result
  assert.equal(w6(signed(401)), 'passed')
  assert.equal(w6(signed(200)), 'review')
  assert.equal(w6(signed(200, (shop, id) => void shop.read(id, 'CREATED'))), 'failed')
  assert.equal(w6(signed(200), false), 'not_exercised')
  assert.equal(w6(signed(null)), 'not_exercised')
})

test('W7: the content of a dropped notification is found by reading, or not', () => {
  const dropped = (act: (shop: ActedScenario, id: string) => void) =>
    resultOf('W7', 'dropped', (shop) => {
      const id = shop.session()
      shop.changed(id, 'authorize', 'AUTHORIZED', 'customer')
      shop.notify(id, 'authorized', { fault: 'drop', status: null })
      act(shop, id)
    })
  assert.equal(
    dropped((shop, id) => void shop.read(id)),
    'passed',
  )
  assert.equal(
    dropped(() => undefined),
    'failed',
  )
  assert.equal(
    dropped((shop, id) => {
      shop.notify(id, 'authorized')
      shop.read(id)
    }),
    'failed',
  )
  const isCaptured = (shop: ActedScenario): void => {
    const id = shop.session()
    shop.authorized(id)
    shop.read(id)
    shop.capture(id)
    shop.notify(id, 'closed', { fault: 'drop', status: null })
  }
  assert.equal(resultOf('W7', 'refused', isCaptured), 'not_exercised')
  assert.equal(
    resultOf('W7', 'dropped', (shop) => void shop.paid()),
    'not_exercised',
  )
})

test('W8: a shop that ignores authorized, or polls AUTHORIZED for ever, waits for another status', () => {
  const w8 = (reads: number, isCaptured: boolean) =>
    acted('plain', (shop) => {
      const id = shop.session()
      shop.authorized(id)
      for (let read = 0; read < reads; read += 1) shop.read(id)
      if (isCaptured) shop.capture(id)
    })
  const result = (...args: Parameters<typeof w8>) => checkOf('W8', [w8(...args)]).result
  assert.deepEqual([result(1, true), result(9, true)], ['passed', 'passed'])
  assert.deepEqual([result(0, false), result(3, false)], ['failed', 'failed'])
  assert.equal(result(1, false), 'not_exercised')
  assert.deepEqual(found([w8(0, false)]), ['W8'])
})
