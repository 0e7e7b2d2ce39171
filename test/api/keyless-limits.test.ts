import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { demoKey, type Shop } from '../../testkit/shop.ts'
import { fillIn, openForms, sendForm, stageFor } from '../pages/forms.ts'
import { nobody, openTestApi, type TestApi } from '../support/api.ts'

let api: TestApi
let shop: Shop
before(async () => {
  api = await openTestApi({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.0/8' } })
  shop = api.open(demoKey(1, 'sk_'))
})
after(() => api.close())

let lastVisitor = 0
const newAddress = (): string => {
  lastVisitor += 1
  return `203.0.113.${lastVisitor}`
}

type Ask = (headers: Record<string, string>) => Promise<Response>

const asks: Record<string, Ask> = {
  'the payment page': (headers) => fetch(`${shop.baseUrl}/hpp/?sessionId=${nobody}`, { headers }),
  'a form of it': (headers) =>
    fetch(`${shop.baseUrl}/hpp/code?sessionId=${nobody}`, { method: 'POST', body: new URLSearchParams(), headers }),
  'where a session stands': (headers) => fetch(`${shop.baseUrl}/hpp/state?sessionId=${nobody}`, { headers }),
  'a QR code': (headers) => fetch(`${shop.baseUrl}/api/v2/checkout/${nobody}/hpp_link_qr`, { headers }),
  'the figures of a snippet': (headers) => fetch(`${shop.baseUrl}/api/v1/snippet`, { headers }),
  'the API without a key': (headers) => fetch(`${shop.baseUrl}/api/v2/payments`, { headers }),
  'the API with a malformed key': (headers) =>
    fetch(`${shop.baseUrl}/api/v2/payments`, { headers: { ...headers, authorization: 'Bearer guess' } }),
  'the API with guessed keys': (headers) =>
    fetch(`${shop.baseUrl}/api/v2/payments`, {
      headers: { ...headers, authorization: `Bearer sk_${crypto.randomUUID()}` },
    }),
  'disputes with guessed keys': (headers) =>
    fetch(`${shop.baseUrl}/api/v1/disputes`, {
      headers: { ...headers, authorization: `Bearer sk_${crypto.randomUUID()}` },
    }),
  'new merchants': (headers) =>
    fetch(`${shop.baseUrl}/sandbox/merchants`, {
      method: 'POST',
      body: '{}',
      headers: { ...headers, 'content-type': 'application/json' },
    }),
}

for (const [name, ask] of Object.entries(asks)) {
  test(`a flood from one address at ${name} is refused; other addresses are not`, async () => {
    const headers = { 'x-forwarded-for': newAddress() }
    let answered = 0
    let answer = await ask(headers)
    while (answer.status !== 429 && answered <= 600) {
      await answer.arrayBuffer()
      answered += 1
      answer = await ask(headers)
    }
    assert.ok(answered >= 60 && answered <= 600, `${answered} before 429`)
    const seconds = Number(answer.headers.get('retry-after'))
    assert.ok(seconds >= 1 && seconds <= 60, `retry after ${seconds}`)
    const text = await answer.text()
    if (answer.url.includes('/hpp/')) assert.match(text, /Too many requests came from here/)
    else {
      const expected = { status: 'error', errorType: 'too_many_requests', error: 'rate limit exceeded' }
      assert.deepEqual(JSON.parse(text), expected)
    }
    assert.notEqual((await ask({ 'x-forwarded-for': newAddress() })).status, 429, 'another address')
    api.service.clock.set(api.service.clock.now() - 60_000)
    assert.equal((await ask(headers)).status, 429, 'a step of the clock changes nothing')
    api.service.clock.advance(60_000)
    assert.notEqual((await ask(headers)).status, 429, 'a minute later')
  })
}

test('a valid key is not limited by invalid keys from the same address', async () => {
  const headers = { 'x-forwarded-for': newAddress() }
  const guess = () => shop.call('GET', '/api/v2/payments', undefined, { ...headers, authorization: 'Bearer guess' })
  for (let guesses = 0; (await guess()).status !== 429; guesses += 1) assert.ok(guesses < 1_000)
  assert.equal((await shop.call('GET', '/api/v2/payments', undefined, headers)).status, 200)
  const open = { headers: { ...headers } }
  assert.equal((await fetch(`${shop.baseUrl}/hpp/?sessionId=${nobody}`, open)).status, 404, 'the page counts by itself')
})

test('a customer who mistypes the code of two sessions and ten cards can still pay', async () => {
  for (let session = 0; session < 2; session += 1) {
    const customer = await openForms(shop)
    await sendForm(customer, 'phone', { phone: '+971500600001' })
    for (const code of ['1', '2', '3', '4', '5'])
      assert.notEqual((await sendForm(customer, 'code', { code })).status, 429)
  }
  const testShop = api.open(demoKey(1))
  const customer = await openForms(testShop)
  await fillIn(customer)
  const wrong = { number: '4242424242424241', expiry: '12/30', security_code: '123' }
  for (let card = 0; card < 10; card += 1) assert.equal((await sendForm(customer, 'card', wrong)).status, 422)
  assert.equal((await sendForm(customer, 'pay')).status, 303)
  assert.equal(await stageFor(customer), 'approved')
})

const askFrom = (from: string) => fetch(`${shop.baseUrl}/api/v2/payments`, { headers: { 'x-forwarded-for': from } })

// Some proxies write the address with a port, some without. Both forms share one limit.
test('addresses of one IPv6 network share a limit', async () => {
  const address = (last: number) => `2001:db8:7:7::${last.toString(16)}`
  let requests = 1
  while ((await askFrom(address(requests))).status !== 429 && requests < 1_000) requests += 1
  assert.ok(requests <= 400, String(requests))
  assert.equal((await askFrom('[2001:db8:7:7::1]:1234')).status, 429)
  assert.equal((await askFrom('2001:db8:7:8::1')).status, 401)
})

test('addresses with ports are limited by their network, not by the proxy that wrote them', async () => {
  let requests = 1
  while ((await askFrom(`[2001:db8:9:9::${requests.toString(16)}]:${requests}`)).status !== 429 && requests < 1_000)
    requests += 1
  assert.ok(requests <= 400, String(requests))
  assert.equal((await askFrom('[2001:db8:9:8::1]:1234')).status, 401)
  assert.equal((await askFrom('203.0.113.250:1234')).status, 401)
})

test('X-Forwarded-For is used from trusted proxies only', async () => {
  const untrusting = await openTestApi({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '10.0.0.0/8' } })
  try {
    const ask = (from: string) =>
      fetch(`${untrusting.shop.baseUrl}/api/v2/payments`, { headers: { 'x-forwarded-for': from } })
    let requests = 1
    while ((await ask(`198.51.100.${requests % 250}`)).status !== 429 && requests < 1_000) requests += 1
    assert.ok(requests <= 400, 'made-up addresses do not help')
  } finally {
    await untrusting.close()
  }
})
