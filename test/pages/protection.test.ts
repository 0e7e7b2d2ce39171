import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formActions } from '../../src/pages/payment-page/form-actions.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { cookieOf, type FormCustomer, fillIn, fromElsewhere, goodCard, openForms, sendForm, stageFor } from './forms.ts'

let service: TestService
let shop: Shop
before(async () => {
  service = await startTestService()
  shop = openShop(service.urls.uae, demoKey(1))
})
after(() => service.close())

test('every page forbids frames, foreign scripts and styles, caching and referrers', async () => {
  const visitor = await openForms(shop)
  for (const response of [await fetch(visitor.webUrl), await fetch(`${service.urls.uae}/hpp/`)]) {
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe|\*|http/)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('referrer-policy'), 'same-origin')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
  }
  assert.match(visitor.cookie, /HttpOnly; SameSite=Lax/)
})

test("an unknown session, another region's session and no session all get the same page with 404", async () => {
  const { webUrl, sessionId } = await openForms(shop)
  const unknown = '0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22'
  const addresses = [
    webUrl.replace(sessionId, unknown),
    webUrl.replace(service.urls.uae, service.urls.ksa),
    `${service.urls.uae}/hpp/`,
    `${service.urls.uae}/hpp/?sessionId=1%27%20or%201=1`,
    `${service.urls.uae}/hpp/?sessionId=${sessionId}&sessionId=${sessionId}`,
  ]
  for (const address of addresses) assert.equal((await fetch(address)).status, 404, address)
  assert.equal(await (await fetch(`${service.urls.uae}/hpp/nothing`)).text(), '404 page not found')
})

test('unknown parameters are ignored, and `lang` chooses the language', async () => {
  const { webUrl } = await openForms(shop)
  const page = await (await fetch(`${webUrl.replace('lang=en', 'lang=ar')}&utm=1&name=value`)).text()
  assert.match(page, /<html lang="ar" dir="rtl">/)
})

test('a form is accepted only from the browser that received it', async () => {
  const [visitor, other] = [await openForms(shop), await openForms(shop)]
  const phone = '+971500700001'
  const refused = [
    await sendForm(visitor, 'phone', { phone, form_token: '' }),
    await sendForm(visitor, 'phone', { phone, form_token: other.token }),
    await sendForm({ ...visitor, cookie: '' }, 'phone', { phone, form_token: visitor.token }),
    await sendForm({ ...visitor, cookie: other.cookie }, 'phone', { phone, form_token: visitor.token }),
    await sendForm({ ...visitor, webUrl: other.webUrl }, 'cancel', { form_token: visitor.token }),
  ]
  for (const response of refused) assert.equal(response.status, 403)
  assert.equal((await sendForm(visitor, 'phone', { phone, form_token: visitor.token })).status, 303)
})

test('a form from another site is refused; a form of our own page is accepted', async () => {
  const visitor = await openForms(shop)
  for (const step of Object.keys(formActions)) {
    for (const headers of fromElsewhere) {
      const response = await sendForm(visitor, step, { phone: '+971500700006' }, headers)
      assert.equal(response.status, 403, `${step} ${JSON.stringify(headers)}`)
      assert.match(await response.text(), /^<!doctype html>.*Nothing was changed/s)
    }
  }
  assert.equal(await stageFor(visitor), 'order')
  assert.deepEqual(await service.app.messengers.test.list(visitor.sessionId), [])
  for (const origin of [new URL(visitor.webUrl).origin, 'null']) {
    const ours = { 'sec-fetch-site': 'same-origin', origin }
    assert.equal((await sendForm(visitor, 'phone', { phone: '+971500700006' }, ours)).status, 303, origin)
  }
  assert.equal(await stageFor(visitor), 'code')
})

test('concurrent wrong codes count one by one', async () => {
  const visitor = await openForms(shop)
  await sendForm(visitor, 'phone', { phone: '+971500700002' })
  const guesses = Array.from({ length: 40 }, (_, index) => String(1000 + index))
  await Promise.all(guesses.map((code) => sendForm(visitor, 'code', { code })))
  for (const code of ['1', '2', '3', '4', '5']) await sendForm(visitor, 'code', { code })
  await sendForm(visitor, 'code', { code: '8888' })
  const page = await (await fetch(visitor.webUrl, { headers: { cookie: cookieOf(visitor) } })).text()
  assert.match(page, /outcome-locked/)
})

test('a code can be requested four times, each after its pause', async () => {
  const visitor = await openForms(shop)
  await sendForm(visitor, 'phone', { phone: '+971500700003' })
  assert.equal((await sendForm(visitor, 'resend', {})).status, 422)
  for (const _ of [1, 2, 3]) {
    service.clock.advance(31_000)
    assert.equal((await sendForm(visitor, 'resend', {})).status, 303)
    assert.equal(await stageFor(visitor), 'code')
  }
  assert.equal((await service.app.messengers.test.list(visitor.sessionId)).length, 4)
  service.clock.advance(31_000)
  await sendForm(visitor, 'resend', {})
  assert.equal(await stageFor(visitor), 'locked')
  assert.equal((await service.app.messengers.test.list(visitor.sessionId)).length, 4)
})

test('a mistyped code is requested again, with advice', async () => {
  const visitor = await openForms(shop)
  assert.match(await (await sendForm(visitor, 'phone', { phone: 'call me' })).text(), /value="call me"/)
  await sendForm(visitor, 'phone', { phone: '+971500700004' })
  assert.match(await (await sendForm(visitor, 'code', { code: '' })).text(), /Type the code/)
  service.clock.advance(5 * 60_000)
  assert.match(await (await sendForm(visitor, 'code', { code: '8888' })).text(), /too old/)
})

test('no code is sent to a satellite number, and the field gives the error', async () => {
  const visitor = await openForms(shop)
  for (const phone of ['+8816123456789', '+881 6123 456789', '008816123456789', '+447700900123', '+12425550100']) {
    const response = await sendForm(visitor, 'phone', { phone })
    assert.equal(response.status, 422, phone)
    assert.match(await response.text(), /aria-invalid="true"/)
  }
  assert.deepEqual(await service.app.messengers.test.list(visitor.sessionId), [])
  assert.equal((await sendForm(visitor, 'phone', { phone: '+97333123456' })).status, 303)
})

test('a refused card number is not sent back in the form', async () => {
  const visitor = await openForms(shop)
  await sendForm(visitor, 'phone', { phone: '+971500700005' })
  await sendForm(visitor, 'code', { code: '8888' })
  const card = { number: '4242424242424242', expiry: '01/20', security_code: '123' }
  const response = await sendForm(visitor, 'card', card)
  const page = await response.text()
  assert.equal(response.status, 422)
  assert.match(page, /This card has expired/)
  assert.doesNotMatch(page.replaceAll('4242\u00a04242\u00a04242\u00a04242', ''), /4242/)
})

test('files are cached for ever; their addresses change with their content', async () => {
  const { webUrl } = await openForms(shop)
  const page = await (await fetch(webUrl)).text()
  const addresses = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '')
  assert.equal(addresses.length, 3)
  let bytes = Buffer.byteLength(page)
  for (const address of addresses) {
    const response = await fetch(service.urls.uae + address)
    assert.equal(response.status, 200)
    assert.match(response.headers.get('cache-control') ?? '', /immutable/)
    bytes += (await response.arrayBuffer()).byteLength
  }
  assert.ok(bytes <= 60_000, `${bytes} bytes`)
})

test('after the end no form has an effect', async () => {
  const ends: Record<string, (customer: FormCustomer) => Promise<unknown>> = {
    AUTHORIZED: (customer) => sendForm(customer, 'pay'),
    EXPIRED: (customer) => sendForm(customer, 'cancel'),
    REJECTED: (customer) => shop.call('POST', `/sandbox/payments/${customer.paymentId}/reject`),
  }
  for (const [status, end] of Object.entries(ends)) {
    const customer = await openForms(shop)
    await fillIn(customer)
    await end(customer)
    const stage = await stageFor(customer)
    for (const step of ['phone', 'code', 'resend', 'card', 'pay', 'bank', 'cancel']) {
      const form = { phone: '+971500700001', code: '8888', answer: 'confirm', ...goodCard }
      assert.equal((await sendForm(customer, step, form)).status, 303, step)
      assert.equal(await stageFor(customer), stage, step)
      const { body } = await shop.call('GET', `/api/v2/payments/${customer.paymentId}`)
      assert.equal(body.status, status, step)
    }
  }
})

test('the link to the page can be sent to the buyer, in the language of the session', async () => {
  const customer = await openForms(shop)
  const answer = await shop.call('POST', `/api/v2/checkout/${customer.sessionId}/send_hpp_link`)
  assert.deepEqual([answer.status, answer.body], [200, { status: 'ok' }])
  const [message] = await service.app.messengers.test.list(customer.sessionId)
  assert.ok(message?.text.includes(customer.webUrl), message?.text)
  const outbox = await fetch(`${service.urls.uae}/sandbox/outbox?sessionId=${customer.sessionId}`)
  assert.match(await outbox.text(), /Complete your payment/)
  assert.doesNotMatch(await (await fetch(`${service.urls.uae}/sandbox/outbox`)).text(), /Complete your payment/)
})

test('when no code can be sent, the customer is notified, and the log gives the reason without the code', async () => {
  const customer = await openForms(shop)
  const { test: outbox } = service.app.messengers
  const { send } = outbox
  outbox.send = async () => {
    throw new Error('the message gateway answered 500')
  }
  const response = await sendForm(customer, 'phone', { phone: '+971500700009' })
  outbox.send = send
  assert.equal(response.status, 500)
  assert.match(await response.text(), /Something went wrong/)
  // Ids are removed, because their digits are random.
  const logged = JSON.stringify(service.logged).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
  assert.match(logged, /the message gateway answered 500/)
  assert.doesNotMatch(logged, /8888|500700009/)
})

test("any invalid request to a step is answered with a page, never with the API's error body", async () => {
  const customer = await openForms(shop)
  const url = customer.webUrl.replace('/hpp/?', '/hpp/code?')
  const bodies: [string, string][] = [
    ['application/json', '{"form_token":'],
    ['application/x-www-form-urlencoded', `form_token=${'a'.repeat(100_000)}`],
    ['multipart/form-data; boundary=X', '--X'],
    ['text/plain', 'form_token'],
  ]
  for (const [type, body] of bodies) {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': type, cookie: cookieOf(customer) },
    })
    assert.equal(response.status, 403, type)
    assert.match(await response.text(), /^<!doctype html>.*out of date/s)
  }
})

test('a phone gets ten codes an hour, even if sessions use other phones in between', async () => {
  const limited = await startTestService({ env: { RATE_LIMITS: 'on' } })
  try {
    const limitedShop = openShop(limited.urls.uae, demoKey(1, 'sk_'))
    const victim = '+971500799999'
    const statuses: number[] = []
    for (let session = 0; session < 8; session += 1) {
      const visitor = await openForms(limitedShop)
      for (const phone of [victim, `+97150079${1000 + session}`, victim]) {
        const { status } = await sendForm(visitor, 'phone', { phone })
        if (phone === victim) statuses.push(status)
      }
    }
    const sent = statuses.filter((status) => status === 303).length
    assert.deepEqual([sent, statuses.length], [10, 16], statuses.join(' '))
  } finally {
    await limited.close()
  }
})

test('a session that the merchant cancelled says so, and does not claim to have expired', async () => {
  const visitor = await openForms(shop)
  assert.equal((await shop.call('POST', `/api/v2/checkout/${visitor.sessionId}/cancel`)).status, 200)
  assert.equal(await stageFor(visitor), 'cancelled')
})
