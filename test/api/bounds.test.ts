import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer } from '../../testkit/client.ts'
import { assertRefused, assertWrong, type NewMerchant, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi({ env: { LOG_LEVEL: 'warn' } })
after(() => api.close())

const merchants: Record<'strict' | 'lenient', NewMerchant> = {} as never
before(async () => {
  merchants.strict = await api.newMerchant({ checkout: 'strict' })
  merchants.lenient = await api.newMerchant({ checkout: 'lenient' })
})

const item = { title: 'Shirt', quantity: 1, unit_price: '5', category: 'C' }
const past = { purchased_at: '2025-01-01', amount: '1', status: 'new' }
const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)
const order = (items: unknown) => ({ order: { reference_id: '1', items } })

/** The fields and messages of a refusal: at most a hundred, in at most 64 KiB. */
function namedFields(answer: Answer): Record<string, string> {
  assert.equal(answer.status, 400, answer.text.slice(0, 300))
  assert.ok(answer.text.length <= 65_536, `${answer.text.length} bytes`)
  const errors: { field: string; message: string }[] = answer.body.errors ?? assert.fail(answer.text)
  assert.ok(errors.length <= 100)
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]))
}

for (const rules of ['strict', 'lenient'] as const) {
  test(`a ${rules} store accepts 1,000 items and 100 earlier orders, and not one more`, async () => {
    const { live } = merchants[rules]
    const full = await live.checkout('340.00', { ...order(many(1_000, item)), order_history: many(100, past) })
    assert.equal(full.status, 200, full.text.slice(0, 300))
    assert.equal(full.body.payment.order.items.length, 1_000)
    assert.equal(full.body.payment.order_history.length, 100)
    const over = await live.checkout('340.00', { ...order(many(1_001, item)), order_history: many(101, past) })
    assert.deepEqual(namedFields(over), {
      '$.payment.order.items': 'must have at most 1000 items',
      '$.payment.order_history': 'must have at most 100 items',
    })
  })

  test(`a ${rules} store accepts 1,000 items of an earlier order and 5,000 in total, and not one more`, async () => {
    const { live } = merchants[rules]
    const withItems = (...counts: number[]) => counts.map((count) => ({ ...past, items: many(count, item) }))
    const history = (...counts: number[]) => live.checkout('340.00', { order_history: withItems(...counts) })
    assert.equal((await history(1_000, 1_000, 1_000, 1_000, 1_000)).status, 200)
    assert.deepEqual(namedFields(await history(0, 1_001)), {
      '$.payment.order_history[1].items': 'must have at most 1000 items',
    })
    assert.deepEqual(namedFields(await history(1_000, 1_000, 1_000, 1_000, 1_000, 1)), {
      '$.payment.order_history': 'must have at most 5000 items in all',
    })
  })

  test(`a ${rules} store accepts 1,000 members of meta, and not one more`, async () => {
    const { live } = merchants[rules]
    const meta = (count: number) => Object.fromEntries(many(count, 0).map((_, index) => [`k${index}`, 'v']))
    const full = await live.checkout('340.00', { meta: meta(1_000) })
    assert.deepEqual([full.status, full.body.payment.meta], [200, meta(1_000)])
    const over = await live.checkout('340.00', { meta: meta(1_001) })
    assert.deepEqual(namedFields(over), { '$.payment.meta': 'must have at most 1000 members' })
  })

  test(`further errors of a body are reported together with its long lists at a ${rules} store`, async () => {
    const { live } = merchants[rules]
    const wrong = { currency: 'EUR', amount: 'ten', order_history: many(101, 7), ...order(many(1_001, 7)) }
    const fields = ['currency', 'amount', 'order_history', 'order.items'].map((name) => `$.payment.${name}`)
    assertWrong(await live.checkout('340.00', wrong), ...fields)
    // Only members that are not read may be of any type.
    assertRefused(await live.checkout('340.00', { ...wrong, description: 7 }), 400, 'could not decode request')
    assertRefused(await live.checkout('340.00', order([7])), 400, 'could not decode request')
  })

  test(`at most a hundred wrong fields of a ${rules} store are reported`, async () => {
    const { live } = merchants[rules]
    const entry = { ...past, amount: 'ten', items: many(50, { ...item, unit_price: 'x', quantity: 0 }) }
    const crowded = await live.checkout('340.00', { order_history: many(100, entry), meta: { a: 'b'.repeat(65_536) } })
    assert.equal(Object.keys(namedFields(crowded)).length, 100)
    const names = Object.fromEntries(many(900, 0).map((_, index) => [`${index}${'\u0001'.repeat(150)}`, '\0']))
    assert.ok(Object.keys(namedFields(await live.checkout('340.00', { meta: names }))).length <= 100)
    // A wrong type decides the answer, even after a hundred wrong fields.
    const mixed = { order_history: [...many(99, entry), { ...past, status: 7 }] }
    assertRefused(await live.checkout('340.00', mixed), 400, 'could not decode request')
  })
}

for (const kind of ['captures', 'refunds'] as const) {
  test(`${kind} accept 1,000 items, and not one more`, async () => {
    const { live } = merchants.strict
    const id = kind === 'captures' ? await live.authorizedPayment() : await live.capturedPayment()
    const move = (body: object) => live.call('POST', `/api/v2/payments/${id}/${kind}`, { amount: '1.00', ...body })
    assert.deepEqual(namedFields(await move({ items: many(1_001, {}) })), { '$.items': 'must have at most 1000 items' })
    assertWrong(await move({ items: many(1_001, null), reference_id: 'x'.repeat(1_025) }), '$.items', '$.reference_id')
    const wrong = await move({ items: many(1_000, { unit_price: 'x', discount_amount: 'y' }) })
    assert.equal(Object.keys(namedFields(wrong)).length, 100)
    const full = await move({ items: many(1_000, {}) })
    assert.equal(full.status, 200, full.text.slice(0, 300))
    assert.equal(full.body[kind].at(-1).items.length, 1_000)
  })
}

test('lists with only wrong entries are refused by their names', async () => {
  const { live } = merchants.lenient
  const history = await live.checkout('340.00', { order_history: many(60_000, { amount: 'x' }) })
  assert.deepEqual(namedFields(history), { '$.payment.order_history': 'must have at most 100 items' })
  const items = { amount: '1', items: many(60_000, { quantity: 0 }) }
  const captured = await live.call('POST', `/api/v2/payments/${nobody}/captures`, items)
  assert.deepEqual(namedFields(captured), { '$.items': 'must have at most 1000 items' })
})

test('disputes accept 20 ids and 10 attachments, and refuse more in their own words', async () => {
  const { live } = merchants.strict
  const disputes = '/api/v1/disputes'
  const challenge = { dispute_id: nobody, reason: 'merchant_reason_other' }
  const refused: [string, unknown][] = [
    ['approve', { dispute_ids: many(21, nobody) }],
    ['approve', { dispute_ids: many(20_000, '') }],
    ['challenge', many(21, challenge)],
    ['challenge', many(50_000, {})],
    ['challenge', { ...challenge, attachment_ids: many(11, nobody) }],
    [`${nobody}/provide-evidence`, { content: 'x', attachment_ids: many(11, nobody) }],
  ]
  for (const [path, body] of refused) {
    assertRefused(await live.call('POST', `${disputes}/${path}`, body), 400, 'bad_request')
  }
  const action = `/sandbox/disputes/${nobody}/comment`
  assertWrong(await live.call('POST', action, { attachment_ids: many(11, nobody) }), '$.attachment_ids')
  assertRefused(await live.call('POST', action, { attachment_ids: many(10, nobody) }), 404, 'dispute not found')
})

test('a body that is slow to parse is not decoded, even if the slow part is an unknown member', async () => {
  const { live } = merchants.lenient
  const id = await live.authorizedPayment()
  const names = Object.fromEntries(many(60_000, 0).map((_, index) => [`k${index}`, 0]))
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  for (const more of [deep, JSON.stringify(names)]) {
    const answer = await live.call('POST', `/api/v2/payments/${id}/captures`, `{"amount":"1.00","more":${more}}`)
    assertRefused(answer, 400, 'failed to decode request')
  }
  const small = `{"amount":"1.00","more":${deep.slice(90_000, 110_000)}}`
  assert.equal((await live.call('POST', `/api/v2/payments/${id}/captures`, small)).status, 200)
})

test('the reference has the limits', async () => {
  const document = (await live('/openapi.json')) as Record<string, Record<string, Record<string, Schema>>>
  const { CheckoutInput, CaptureInput, RefundInput } = document['components']?.['schemas'] ?? {}
  const payment = CheckoutInput?.properties?.['payment']?.properties
  assert.equal(payment?.['order']?.properties?.['items']?.maxItems, 1_000)
  assert.equal(payment?.['order_history']?.maxItems, 100)
  assert.equal(payment?.['order_history']?.items?.properties?.['items']?.maxItems, 1_000)
  assert.equal(CaptureInput?.properties?.['items']?.maxItems, 1_000)
  assert.equal(RefundInput?.properties?.['items']?.maxItems, 1_000)
})

interface Schema {
  readonly maxItems?: number
  readonly items?: Schema
  readonly properties?: Record<string, Schema>
}

async function live(path: string): Promise<unknown> {
  return (await fetch(`${api.service.urls.uae}${path}`)).json()
}

test('refusals by limits are not logged as failures', () => {
  const failures = api.service.logged.filter((line) => line['level'] === 'error' || line['level'] === 'fatal')
  assert.deepEqual(failures, [])
})
