import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertWrong, nobody, openTestApi } from '../support/api.ts'
import { askForFault, listFaults } from '../support/faults.ts'

// The members of a rule.
const api = await openTestApi()
after(() => api.close())

const slow = { on: { operation: 'getPayment' }, do: { kind: 'slow', ms: 0 } }

const complete = [
  ...['reset', 'hang', 'cut'].flatMap((how) => [
    { kind: 'lost_answer', how },
    { kind: 'lost_request', how },
  ]),
  { kind: 'conflict' },
  { kind: 'rate_limit', retry_after: 7 },
  { kind: 'error', executed: true },
  { kind: 'slow', ms: 120_000 },
  { kind: 'unknown_member' },
]
const ofNotifications = [
  { kind: 'duplicate', count: 3, gap_ms: 250, concurrent: true },
  { kind: 'reorder' },
  { kind: 'late', ms: 3_600_000 },
  { kind: 'drop' },
  ...['header', 'signature', 'stale', 'amount'].map((as) => ({ kind: 'forged', as })),
  { kind: 'unknown_member' },
]

test('every kind is stored as sent', async () => {
  const { test: shop } = await api.newMerchant()
  for (const effect of complete) {
    const { body } = await askForFault(shop, { on: { operation: '*' }, do: effect })
    assert.deepEqual(body.fault.do, effect)
  }
  for (const effect of ofNotifications) {
    const { body } = await askForFault(shop, { on: { notification: '*' }, do: effect })
    assert.deepEqual([body.fault.on, body.fault.do], [{ notification: '*' }, effect])
  }
  assert.equal((await listFaults(shop)).length, complete.length + ofNotifications.length)
})

test('the optional members of a kind have defaults', async () => {
  const { test: shop } = await api.newMerchant()
  const kept = async (on: object, kind: string) => (await askForFault(shop, { on, do: { kind } })).body.fault.do
  const operation = { operation: 'capturePayment' }
  assert.deepEqual(await kept(operation, 'lost_request'), { kind: 'lost_request', how: 'reset' })
  assert.deepEqual(await kept(operation, 'rate_limit'), { kind: 'rate_limit', retry_after: 1 })
  assert.deepEqual(await kept(operation, 'error'), { kind: 'error', executed: false })
  const duplicate = { kind: 'duplicate', count: 2, gap_ms: 0, concurrent: false }
  assert.deepEqual(await kept({ notification: 'closed' }, 'duplicate'), duplicate)
  assert.deepEqual(await kept({ notification: 'evidence_merchant' }, 'forged'), { kind: 'forged', as: null })
})

const on = { operation: 'capturePayment' }
const does = { kind: 'conflict' }
const wrong: readonly (readonly [rule: unknown, ...fields: string[]])[] = [
  [{}, '$.on required', '$.do required'],
  [[], '$'],
  ['"text"', '$'],
  [{ on: 'capturePayment', do: 'conflict' }, '$.on', '$.do'],
  [{ on: {}, do: {} }, '$.on.operation required', '$.do.kind required'],
  [{ on: { operation: 'capture' }, do: does }, '$.on.operation'],
  [{ on: { operation: 7 }, do: does }, '$.on.operation'],
  [{ on: { operation: 'createFault' }, do: { kind: 'error' } }, '$.on.operation'],
  [{ on: { operation: 'authorizePayment' }, do: { kind: 'error' } }, '$.on.operation'],
  [{ on: { operation: 'drawQrCode' }, do: { kind: 'error' } }, '$.on.operation'],
  [{ on: { ...on, payment_id: 'x' }, do: does }, '$.on.payment_id'],
  [{ on: { ...on, payment_id: 7 }, do: does }, '$.on.payment_id'],
  [{ on: { operation: 'createSession', payment_id: nobody }, do: does }, '$.on.payment_id'],
  [{ on: { ...on, notification: 'closed' }, do: { kind: 'drop' } }, '$.on.operation'],
  [{ on: { notification: 'captured' }, do: { kind: 'drop' } }, '$.on.notification'],
  [{ on: { notification: 'in_progress' }, do: { kind: 'drop' } }, '$.on.notification'],
  [{ on: { notification: 'closed', payment_id: 'x' }, do: { kind: 'drop' } }, '$.on.payment_id'],
  [{ on: { notification: 'closed' }, do: { kind: 'conflict' } }, '$.do.kind'],
  [{ on, do: { kind: 'drop' } }, '$.do.kind'],
  [{ on, do: { kind: 'constructor' } }, '$.do.kind'],
  [{ on: { operation: 'listPayments' }, do: does }, '$.do.kind'],
  [{ on: { operation: 'getSettlement' }, do: does }, '$.do.kind'],
  [{ on, do: { kind: 'lost_answer', how: 'slowly' } }, '$.do.how'],
  [{ on, do: { kind: 'rate_limit', retry_after: 0 } }, '$.do.retry_after'],
  [{ on, do: { kind: 'error', executed: 'true' } }, '$.do.executed'],
  [{ on, do: { kind: 'slow' } }, '$.do.ms required'],
  [{ on, do: { kind: 'slow', ms: 120_001 } }, '$.do.ms'],
  [{ on, do: { kind: 'slow', ms: 1.5 } }, '$.do.ms'],
  [
    { on: { notification: '*' }, do: { kind: 'duplicate', count: 1, gap_ms: -1, concurrent: 0 } },
    '$.do.count',
    '$.do.gap_ms',
    '$.do.concurrent',
  ],
  [{ on: { notification: '*' }, do: { kind: 'forged', as: 'body' } }, '$.do.as'],
  [
    { on, do: does, when: { per: 'minute', skip: -1, times: 0, probability: 1.1 } },
    '$.when.per',
    '$.when.skip',
    '$.when.times',
    '$.when.probability',
  ],
  [{ on, do: does, when: [] }, '$.when'],
  [{ on, do: does, seed: 'x', until: 'soon' }, '$.seed', '$.until'],
  [{ on, do: does, until: 'PT0S' }, '$.until'],
  [{ on, do: does, until: 'P31D' }, '$.until'],
  [{ on, do: does, until: 7 }, '$.until'],
  [{ fault: { on, do: { kind: 'slow' } } }, '$.fault.do.ms required'],
]

for (const [rule, ...fields] of wrong) {
  test(`${JSON.stringify(rule)} is wrong at ${fields.join(', ')}`, async () => {
    const { test: shop } = await api.newMerchant()
    assertWrong(await askForFault(shop, rule), ...fields)
    assert.deepEqual(await listFaults(shop), [])
    const { id } = (await askForFault(shop, slow)).body.fault
    assertWrong(await shop.call('PUT', `/sandbox/faults/${id}`, rule), ...fields)
  })
}

test('every operation under /api with a key can be named, and conflicts if the reference has a 409', async () => {
  const named = api.reference.operations.filter(({ path }) => path.startsWith('/api/'))
  assert.ok(named.length > 25)
  for (const { operationId, responses } of named) {
    const { test: shop } = await api.newMerchant()
    const answers = [{ kind: 'error' }, { kind: 'conflict' }].map(async (effect) => {
      const { status } = await askForFault(shop, { on: { operation: operationId }, do: effect })
      return status === 200
    })
    const takesKey = !['drawQrCode', 'getSnippet'].includes(operationId)
    assert.deepEqual(await Promise.all(answers), [takesKey, takesKey && '409' in responses], operationId)
  }
})

test('a kind that is not a text is wrong, whatever its type', async () => {
  for (const kind of [{ toString: 'x' }, [['reset']], 7, true, {}]) {
    const answer = await api.shop.call('POST', '/sandbox/faults', { on: { operation: '*' }, do: { kind } })
    assert.equal(answer.status, 400, JSON.stringify(kind))
    assert.equal(answer.body.errors[0].field, '$.do.kind')
  }
})

test('a lifetime that is not a text is wrong, whatever its type', async () => {
  for (const until of [{ toString: 2 }, [['PT1H']], true, {}]) {
    const answer = await api.shop.call('POST', '/sandbox/faults', { on, do: does, until })
    assert.equal(answer.status, 400, JSON.stringify(until))
    assert.equal(answer.body.errors[0].field, '$.until')
  }
})
