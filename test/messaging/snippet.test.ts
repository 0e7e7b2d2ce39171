import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { demoKey } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { startTestService } from '../support/service.ts'

// Figures and files of on-site messaging (docs/contract/messaging.md).

const api = await openTestApi()
after(() => api.close())
const url = api.service.urls.uae
const publicKey = demoKey(1).replace('sk_', 'pk_')
const nobody = api.open('')

const snippet = (query: Record<string, string>) => nobody.call('GET', `/api/v1/snippet?${new URLSearchParams(query)}`)
const usual = { price: '340.01', currency: 'AED', merchant_code: 'demo_ae', public_key: publicKey }

test('the figures are those of the plan that a session for the price gets', async () => {
  const answer = await snippet(usual)
  assert.equal(answer.status, 200, answer.text)
  const { body: session } = await api.shop.checkout('340.01')
  const [plan] = session.configuration.available_products.installments
  const installments = plan.installments.map(({ due_date, amount }: Record<string, string>) => ({ due_date, amount }))
  assert.deepEqual(answer.body, {
    ...{ currency: 'AED', price: '340.01', is_available: true },
    plans: [{ count: 4, period: 'P1M', today: plan.downpayment, installments, service_fee: '0.00' }],
    ...{ min_amount: '1.00', max_amount: '50000.00' },
  })
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=60')
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.equal(answer.headers.get('set-cookie'), null)
})

test('outside of the limits there is no plan, and without a merchant code the currency chooses the store', async () => {
  for (const price of ['0.99', '50000.01']) {
    const { body } = await snippet({ ...usual, price })
    assert.deepEqual([body.is_available, body.plans], [false, []], price)
  }
  const { merchant_code: _, ...withoutCode } = usual
  const dinars = await snippet({ ...withoutCode, currency: 'KWD', price: '10.005' })
  assert.equal(dinars.status, 200, dinars.text)
  assert.deepEqual([dinars.body.currency, dinars.body.plans[0].installments[2].amount], ['KWD', '2.502'])
})

test('wrong queries are refused, and secret keys are no public keys', async () => {
  for (const [query, status, error] of [
    [{ public_key: '' }, 401, 'invalid secret key'],
    [{ public_key: demoKey(1) }, 401, 'invalid secret key'],
    [{ public_key: publicKey.replaceAll('1', '9') }, 401, 'api key not found'],
    [{ public_key: demoKey(3).replace('sk_', 'pk_') }, 403, 'merchant region does not match cluster region'],
    [{ merchant_code: 'nobody' }, 401, 'merchant is null'],
  ] as const) {
    const answer = await snippet({ ...usual, ...query })
    assert.deepEqual([answer.status, answer.body.error], [status, error], JSON.stringify(query))
  }
  for (const price of ['x', '0', '', '1.005', '-1']) {
    const { status, body } = await snippet({ ...usual, price })
    assert.deepEqual(
      [status, body.error],
      [400, 'price must be a positive decimal number with the decimals of the currency'],
    )
  }
  for (const currency of ['SAR', '', 'XYZ']) {
    const { status, body } = await snippet({ ...usual, currency })
    assert.deepEqual([status, body.error], [400, 'currency must be that of the store'])
  }
})

test('scripts and pages are cached for an hour with a tag, for any origin, and are small', async () => {
  for (const path of ['/qist-promo.js', '/qist-card.js', '/tabby-promo.js', '/tabby-card.js', '/tabby-promo.html']) {
    const answer = await fetch(url + path)
    const body = await answer.text()
    assert.equal(answer.status, 200, path)
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=3600')
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.equal(answer.headers.get('set-cookie'), null)
    const tag = answer.headers.get('etag') ?? ''
    assert.equal((await fetch(url + path, { headers: { 'if-none-match': tag } })).status, 304)
    assert.equal((await fetch(url + path, { headers: { 'if-none-match': '"other"' } })).status, 200)
    assert.ok(gzipSync(body).length <= 8 * 1024, `${path} ${gzipSync(body).length}`)
  }
})

test('"Learn more" is a page in both languages, and without aliases only the own names are served', async () => {
  const learnMore = ['/promos/product-page/installments', '/promos/checkout-page/credit-card-installments']
  for (const lang of ['en', 'ar']) {
    for (const path of [...learnMore, '/promos/installments']) {
      const answer = await fetch(`${url}${path}/${lang}/`)
      assert.equal(answer.status, 200, path)
      assert.match(await answer.text(), new RegExp(`lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"`))
    }
  }
  const service = await startTestService({ env: { CLIENT_ALIASES: 'off' } })
  try {
    for (const [path, status] of [
      ...['/tabby-promo.js', '/tabby-card.js', '/tabby-promo.html', `${learnMore[0]}/en/`].map(
        (one) => [one, 404] as const,
      ),
      ...['/qist-promo.js', '/qist-card.js', '/qist-promo.html', '/promos/installments/ar/'].map(
        (one) => [one, 200] as const,
      ),
    ]) {
      assert.equal((await fetch(service.urls.uae + path)).status, status, path)
    }
  } finally {
    await service.close()
  }
})
