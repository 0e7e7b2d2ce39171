import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../../../test/support/service.ts'
import { succeed } from '../../../../testkit/client.ts'
import { demoKey, openShop, type Shop } from '../../../../testkit/shop.ts'
import type { MerchantMode } from '../../../platform/merchants/caller.ts'
import { findKeyHolder } from '../../../platform/merchants/keys/find-key-holder.ts'
import { checkSearch } from '../integrity/check-search.ts'
import { countFoundPayments } from './count-found-payments.ts'
import { parseFilter } from './payment-filter.ts'
import { searchPayments } from './search-payments.ts'
import { loadSearch } from './searches.ts'

let service: TestService
let shop: Shop
let who: MerchantMode
before(async () => {
  service = await startTestService()
  shop = openShop(service.urls.uae, demoKey(1))
  const holder = await findKeyHolder(service.app, demoKey(1))
  assert.ok(typeof holder !== 'string')
  who = { merchantId: holder.merchantId, isTest: true }
})
after(() => service.close())

const filterOf = (query: string) => parseFilter(Object.fromEntries(new URLSearchParams(query))).filter

async function referencesOf(query: string): Promise<string[]> {
  const search = await loadSearch(service.app, who, filterOf(query))
  const { payments } = await searchPayments(service.app, search, { limit: 50 })
  assert.equal(await countFoundPayments(service.app, search), payments.length)
  return payments.map(({ orderReference }) => orderReference)
}

async function open(reference: string, amount: string, buyer: object = {}, merchantCode = 'demo_ae'): Promise<string> {
  service.clock.advance(3_600_000)
  const order = { reference_id: reference, items: [{ title: 'A', quantity: 1, unit_price: amount, category: 'B' }] }
  const payment = {
    buyer: { name: 'Sara Ali', email: 'otp.success@example.com', phone: '+971500000001', ...buyer },
    order,
  }
  const currency = merchantCode === 'demo_kw' ? { currency: 'KWD' } : {}
  const answer = await shop.checkout(amount, { ...payment, ...currency }, { merchant_code: merchantCode })
  return succeed(answer).body.payment.id
}

async function authorize(id: string): Promise<string> {
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  return id
}

test('a merchant finds payments by text, status, day, store and amount', async () => {
  await open('Early 1', '100.00')
  const second = await authorize(await open('A-2', '200.00', { email: 'Omar@Example.com', phone: '050 123 4567' }))
  succeed(await shop.call('POST', `/api/v2/payments/${second}/captures`, { amount: '200.00', reference_id: 'c' }))
  await authorize(await open('A-3', '30.000', {}, 'demo_kw'))
  assert.deepEqual(await referencesOf(''), ['A-3', 'A-2'])
  assert.deepEqual(await referencesOf('status=all'), ['A-3', 'A-2', 'Early 1'])
  assert.deepEqual(await referencesOf('status=captured'), ['A-2'])
  assert.deepEqual(await referencesOf('q=a-'), ['A-3', 'A-2'])
  assert.deepEqual(await referencesOf('q=EARLY1'), ['Early 1'])
  assert.deepEqual(await referencesOf('q=%2B971501234567'), ['A-2'])
  assert.deepEqual(await referencesOf('q=omar@'), ['A-2'])
  assert.deepEqual(await referencesOf(`q=${second.toUpperCase()}`), ['A-2'])
  assert.deepEqual(await referencesOf('merchant_code=demo_kw'), ['A-3'])
  assert.deepEqual(await referencesOf('merchant_code=none'), [])
  assert.deepEqual(await referencesOf('amount__gte=30&amount__lte=100.01&status=all'), ['A-3', 'Early 1'])
  assert.deepEqual(await referencesOf('created_at__gte=2026-03-02'), [])
  assert.deepEqual(await referencesOf('created_at__gte=2026-03-01&created_at__lte=2026-03-01'), ['A-3', 'A-2'])
})

test('pages lead to older payments, and back to newer ones', async () => {
  for (let n = 0; n < 7; n += 1) await open(`page-${n}`, '10.00')
  const page = async (cursor?: string, direction: 'older' | 'newer' = 'older') => {
    const search = await loadSearch(service.app, who, filterOf('q=page-'))
    const found = await searchPayments(service.app, search, { cursor, direction, limit: 3 })
    return { ...found, numbers: found.payments.map(({ orderReference }) => Number(orderReference.slice(5))) }
  }
  const first = await page()
  const second = await page(first.older)
  const third = await page(second.older)
  assert.deepEqual([first.numbers, second.numbers, third.numbers], [[6, 5, 4], [3, 2, 1], [0]])
  assert.deepEqual([first.newer, third.older], [undefined, undefined])
  assert.deepEqual((await page(third.newer, 'newer')).numbers, [3, 2, 1])
  const back = await page(second.newer, 'newer')
  assert.deepEqual([back.numbers, back.newer], [[6, 5, 4], undefined])
  assert.deepEqual((await page('nonsense')).numbers, [6, 5, 4])
})

test('a payment is found by its current reference, and by no former one', async () => {
  const id = await authorize(await open('former-1', '10.00'))
  const other = await authorize(await open('former-2', '10.00'))
  succeed(await shop.call('POST', `/api/v2/payments/${other}/captures`, { amount: '10.00', reference_id: 'c' }))
  const rename = (reference_id: string) => shop.call('PUT', `/api/v2/payments/${id}`, { order: { reference_id } })
  // Together with a return, in one statement.
  const [renamed, refunded] = await Promise.all([
    rename('Present 1'),
    shop.call('POST', `/api/v2/payments/${other}/refunds`, { amount: '10.00', reference_id: 'r' }),
  ])
  succeed(renamed)
  succeed(refunded)
  assert.deepEqual(await referencesOf('q=former-'), ['former-2'])
  assert.deepEqual(await referencesOf('q=present1'), ['Present 1'])
  // A reference with the same form for comparison keeps its term.
  succeed(await rename('PRESENT 1'))
  assert.deepEqual(await referencesOf('q=present1'), ['PRESENT 1'])
  succeed(await rename(''))
  assert.deepEqual(await referencesOf('q=present1'), [])
  for await (const { findings } of checkSearch(service.app)) assert.deepEqual(findings, [])
})
