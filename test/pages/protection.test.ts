import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../support/service.ts'
import { demoKey, openShop, type Shop } from '../support/shop.ts'

let service: TestService
let shop: Shop
before(async () => {
  service = await startTestService()
  shop = openShop(service.urls.uae, demoKey(1))
})
after(() => service.close())

interface Visitor {
  readonly webUrl: string
  readonly cookie: string
  readonly token: string
  readonly sessionId: string
}

async function visit(): Promise<Visitor> {
  const { body } = await shop.checkout()
  const webUrl: string = body.configuration.available_products.installments[0].web_url
  const response = await fetch(webUrl)
  const cookie = response.headers.get('set-cookie') ?? ''
  const token = /name="form_token" value="([^"]+)"/.exec(await response.text())?.[1] ?? ''
  return { webUrl, cookie, token, sessionId: body.id }
}

function send(visitor: Visitor, step: string, form: Record<string, string>): Promise<Response> {
  return fetch(visitor.webUrl.replace('/hpp/?', `/hpp/${step}?`), {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { cookie: visitor.cookie.split(';')[0] ?? '' },
    redirect: 'manual',
  })
}

test('every page forbids frames, scripts and styles from elsewhere, keeping and telling', async () => {
  const visitor = await visit()
  for (const response of [await fetch(visitor.webUrl), await fetch(`${service.urls.uae}/hpp/`)]) {
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe|\*|http/)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
  }
  assert.match(visitor.cookie, /HttpOnly; SameSite=Lax/)
})

test('an unknown session, another region and no session at all are one page with 404', async () => {
  const { webUrl, sessionId } = await visit()
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

test('parameters that a plugin adds are ignored, and lang chooses the language', async () => {
  const { webUrl } = await visit()
  const page = await (await fetch(`${webUrl.replace('lang=en', 'lang=ar')}&utm=1&name=value`)).text()
  assert.match(page, /<html lang="ar" dir="rtl">/)
})

test('a form is taken only from the browser that was shown it', async () => {
  const [visitor, other] = [await visit(), await visit()]
  const phone = '+971500700001'
  const refused = [
    await send(visitor, 'phone', { phone }),
    await send(visitor, 'phone', { phone, form_token: other.token }),
    await send({ ...visitor, cookie: '' }, 'phone', { phone, form_token: visitor.token }),
    await send({ ...visitor, cookie: other.cookie }, 'phone', { phone, form_token: visitor.token }),
    await send({ ...visitor, webUrl: other.webUrl }, 'cancel', { form_token: visitor.token }),
  ]
  for (const response of refused) assert.equal(response.status, 403)
  assert.equal((await send(visitor, 'phone', { phone, form_token: visitor.token })).status, 303)
})

test('wrong codes typed at the same moment count one by one', async () => {
  const visitor = await visit()
  const form_token = visitor.token
  await send(visitor, 'phone', { phone: '+971500700002', form_token })
  const guesses = Array.from({ length: 40 }, (_, index) => String(1000 + index))
  await Promise.all(guesses.map((code) => send(visitor, 'code', { code, form_token })))
  for (const code of ['1', '2', '3', '4', '5']) await send(visitor, 'code', { code, form_token })
  await send(visitor, 'code', { code: '8888', form_token })
  const page = await (await fetch(visitor.webUrl, { headers: { cookie: visitor.cookie.split(';')[0] ?? '' } })).text()
  assert.match(page, /outcome-locked/)
})

test('a code can be asked for four times, and not before its pause is over', async () => {
  const visitor = await visit()
  const form_token = visitor.token
  const stage = async (): Promise<string> => {
    const url = visitor.webUrl.replace('/hpp/?', '/hpp/state?')
    const response = await fetch(url, { headers: { cookie: visitor.cookie.split(';')[0] ?? '' } })
    return ((await response.json()) as { stage: string }).stage
  }
  await send(visitor, 'phone', { phone: '+971500700003', form_token })
  assert.equal((await send(visitor, 'resend', { form_token })).status, 422)
  for (const _ of [1, 2, 3]) {
    service.clock.advance(31_000)
    assert.equal((await send(visitor, 'resend', { form_token })).status, 303)
    assert.equal(await stage(), 'code')
  }
  assert.equal(service.app.messengers.test.list(visitor.sessionId).length, 4)
  service.clock.advance(31_000)
  await send(visitor, 'resend', { form_token })
  assert.equal(await stage(), 'locked')
  assert.equal(service.app.messengers.test.list(visitor.sessionId).length, 4)
})

test('a code that was mistyped is asked for again with what to do', async () => {
  const visitor = await visit()
  const form_token = visitor.token
  assert.match(await (await send(visitor, 'phone', { phone: 'call me', form_token })).text(), /value="call me"/)
  await send(visitor, 'phone', { phone: '+971500700004', form_token })
  assert.match(await (await send(visitor, 'code', { code: '', form_token })).text(), /Type the code/)
  service.clock.advance(5 * 60_000)
  assert.match(await (await send(visitor, 'code', { code: '8888', form_token })).text(), /too old/)
})

test('a wrong card comes back without its number', async () => {
  const visitor = await visit()
  const form_token = visitor.token
  await send(visitor, 'phone', { phone: '+971500700005', form_token })
  await send(visitor, 'code', { code: '8888', form_token })
  const card = { number: '4242424242424242', expiry: '01/20', security_code: '123', form_token }
  const response = await send(visitor, 'card', card)
  const page = await response.text()
  assert.equal(response.status, 422)
  assert.match(page, /This card has expired/)
  assert.doesNotMatch(page.replaceAll('4242\u00a04242\u00a04242\u00a04242', ''), /4242/)
})

test('files are kept for good, their addresses change with what is in them', async () => {
  const { webUrl } = await visit()
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
