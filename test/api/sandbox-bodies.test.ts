import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, assertWrong, type NewMerchant, nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())

let own: NewMerchant
before(async () => {
  own = await api.newMerchant()
})

test('making a merchant: all errors are reported at once, including stores and fees', async () => {
  const make = (body: unknown) => api.shop.call('POST', '/sandbox/merchants', body)
  const stores = [
    { merchant_code: 'a', country: 'SA', fee: { percent: '101' } },
    { merchant_code: 'A', country: 'AE' },
    { country: 'XX', fee: { percent: 'x', fixed: '-1', vat_percent: '100.01', refund: 'some' } },
    { merchant_code: 'b', fee: { fixed: 'x' } },
  ]
  assertWrong(
    await make({ region: 'uae', stores }),
    ...['$.name required', '$.stores[0].country', '$.stores[0].fee.percent', '$.stores[1].merchant_code'],
    ...['$.stores[2].merchant_code required', '$.stores[2].country', '$.stores[2].fee.percent'],
    ...['$.stores[2].fee.fixed', '$.stores[2].fee.vat_percent', '$.stores[2].fee.refund'],
    ...['$.stores[3].country required', '$.stores[3].fee.fixed'],
  )
  // Without a region the store's country cannot be checked.
  assertWrong(await make({ name: 'S', stores: stores.slice(1, 2) }), '$.region required')
  assertWrong(await make({ name: 'S', region: 'moon', stores: stores.slice(1, 2) }), '$.region')
  assertWrong(await make({}), '$.name required', '$.region required', '$.stores required')
  assertRefused(await make({ region: 'moon', stores: [{ fee: { percent: {} } }] }), 400, 'could not decode request')
})

test('risk rules: all errors are reported at once, including blocked customers', async () => {
  const put = (body: unknown) => own.test.call('PUT', '/sandbox/risk', body)
  assertWrong(
    await put({
      rules: { max_open_exposure: 'x', max_orders_per_day: -1 },
      blocked: [
        { email: 'q' },
        {},
        { phone: '1', email: '' },
        { phone: '' },
        { email: '' },
        { phone: '+971500000009' },
      ],
    }),
    ...['$.rules.max_open_exposure', '$.rules.max_orders_per_day', '$.blocked[0].email', '$.blocked[1].phone required'],
    ...['$.blocked[2].email', '$.blocked[2].phone', '$.blocked[3].phone', '$.blocked[4].email'],
  )
  const surplus = Array.from({ length: 1_001 }, () => ({}))
  assertWrong(
    await put({ rules: { max_open_exposure: '-1' }, blocked: surplus }),
    ...['$.rules.max_open_exposure', '$.blocked'],
  )
  const most = await put({ rules: { max_open_exposure: 'x' }, blocked: surplus.slice(1) })
  assert.equal(most.body.errors.length, 100)
  assertRefused(
    await put({ rules: { max_open_exposure: 'x' }, blocked: [{ phone: 1 }] }),
    400,
    'could not decode request',
  )
})

test('opening a dispute: the answer lists all errors at once', async () => {
  const open = (body: unknown) => own.live.call('POST', '/sandbox/disputes', body)
  const ids = [nobody, 'x']
  assertWrong(
    await open({ payment_id: 'zz', reason: 'zz', amount: 'x', attachment_ids: ids }),
    ...['$.payment_id', '$.reason', '$.amount', '$.attachment_ids[1]'],
  )
  for (const amount of ['-1', 0, '1.2345', '1000000000']) {
    assertWrong(await open({ payment_id: nobody, reason: 'zz', amount }), '$.reason', '$.amount')
  }
  assertWrong(await open({ amount: '-1' }), '$.payment_id required', '$.reason required', '$.amount')
  assertWrong(await open({ payment_id: nobody, reason: 'zz', amount: null }), '$.reason')
  // The amount alone is checked against its payment, afterwards.
  assertRefused(await open({ payment_id: nobody, reason: 'not_delivered', amount: '-1' }), 404, 'no such payment')
})

test('requesting evidence: the side is required, and reported together with other errors', async () => {
  const ask = (body?: unknown) => own.live.call('POST', `/sandbox/disputes/${nobody}/request-evidence`, body)
  for (const body of [undefined, 'null', '[]', {}]) assertWrong(await ask(body), '$.from required')
  assertWrong(await ask({ from: 'nobody' }), '$.from')
  const content = 'x'.repeat(65_536)
  assertWrong(await ask({ content, attachment_ids: ['x'] }), '$.from required', '$.content', '$.attachment_ids[0]')
  assertRefused(await ask({ from: 1 }), 400, 'could not decode request')
  assertRefused(await ask({ from: 'customer' }), 404, 'dispute not found')
})

test('starting a run: all errors are reported at once', async () => {
  const begin = (body: unknown) => own.test.call('POST', '/sandbox/certificate', body)
  assertWrong(
    await begin({ profile: 'zz', seed: -1, scenarios: ['plain', 'plain'], idle: 'x', longest: 'P1D' }),
    ...['$.profile', '$.seed', '$.scenarios', '$.idle', '$.longest'],
  )
})
