import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { purchaseActions } from '../../src/pages/account/purchase-actions.ts'
import { signInRules } from '../../src/pages/account/sign-in/sign-in.ts'
import { signInActions } from '../../src/pages/account/sign-in-actions.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { planOf } from '../support/plans.ts'
import { at, buy, newVisitor, openAccount, signIn, testMode, tokenIn } from './account-forms.ts'
import { fromElsewhere, goodCard } from './forms.ts'

const { service, shop, url, newPhone } = await openAccount()
after(() => service.close())
const pay = (amount: string, lastCharge: string) => ({ amount, last_charge: lastCharge })

test('every page forbids frames, foreign scripts and styles, caching and referrers', async () => {
  const phone = newPhone()
  const id = await buy(shop, phone)
  const { cookies } = await signIn(url, phone)
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  for (const path of ['/account', at(id), at(id, '/card'), at(id, '/pay', '&what=all'), at('no-id')]) {
    const { headers } = await fetch(url + path, { headers: { cookie } })
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe|\*|http/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('referrer-policy'), 'same-origin')
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
  }
})

test("another phone's purchase is 404, like one that does not exist, in another mode or another region", async () => {
  const [owner, stranger] = [newPhone(), newPhone()]
  const id = await buy(shop, owner)
  const visitor = await signIn(url, stranger)
  for (const path of ['', '/card', '/pay', '/receipt', '/statement', '/letter', '/state', '/back']) {
    assert.equal((await visitor.get(at(id, path, '&what=all'))).status, 404, path)
  }
  for (const path of ['/pay', '/card', '/bank']) {
    await visitor.get(`/account${testMode}`)
    assert.equal((await visitor.send(at(id, path, '&what=all'), pay('1', ''))).status, 404, path)
  }
  const owned = await signIn(url, owner)
  assert.equal((await owned.get(at(id))).status, 200)
  assert.equal((await owned.get(at('0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22'))).status, 404)
  assert.equal((await owned.get(at("1' or 1=1"))).status, 404)
  const elsewhere = await signIn(service.urls.ksa, owner)
  assert.equal((await elsewhere.get(at(id))).status, 404)
  assert.match((await elsewhere.get(`/account${testMode}`)).text, /No purchases yet/)
  assert.equal((await planOf(shop, id)).paid, '85.00')
})

test('test and live never mix: each mode has its own sign-in and its own purchases', async () => {
  const phone = newPhone()
  const live = openShop(url, demoKey(1, 'sk_'))
  const [testId, liveId] = [await buy(shop, phone), await buy(live, phone)]
  const visitor = await signIn(url, phone)
  assert.equal((await visitor.get(at(liveId))).status, 404)
  const liveMode = '?mode=live&lang=en'
  assert.match((await visitor.get(`/account${liveMode}`)).text, /id="phone"/)
  // A sign-in in test mode proves nothing in live mode.
  const moved = new Map([['qist_account_uae_live', visitor.cookies.get('qist_account_uae_test') ?? '']])
  assert.match((await newVisitor(url, moved).get(`/account${liveMode}`)).text, /id="phone"/)
  await visitor.get(`/account${liveMode}`)
  assert.equal((await visitor.send(`/account/phone${liveMode}`, { phone })).status, 303)
  const page = await visitor.get(`/account${liveMode}`)
  assert.equal((await visitor.send(`/account/code${liveMode}`, { code: '8888' })).status, 422)
  const id = /outbox\?sessionId=([\w-]+)/.exec(page.text)?.[1] ?? ''
  const [message] = await service.app.messengers.test.list(id)
  const code = /^\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
  assert.equal((await visitor.send(`/account/code${liveMode}`, { code })).status, 303)
  assert.equal((await visitor.get(`/account${liveMode}&purchase=${liveId}`)).status, 200)
  assert.equal((await visitor.get(`/account${liveMode}&purchase=${testId}`)).status, 404)
})

test("a form is accepted only with its own session's token", async () => {
  const [phone, other] = [newPhone(), newPhone()]
  const id = await buy(shop, phone)
  const [visitor, stranger] = [await signIn(url, phone), await signIn(url, other)]
  const foreign = tokenIn((await stranger.get(`/account${testMode}`)).text) ?? ''
  for (const [path, fields] of [
    ['/pay', pay('8500', '')],
    ['/card', { number: '4242424242424242', expiry: '12/30', security_code: '123' }],
    ['/bank', { answer: 'confirm' }],
    ['/sign-out', {}],
  ] as const) {
    for (const form_token of ['', foreign]) {
      const { status, text } = await visitor.send(at(id, path, '&what=next'), { ...fields, form_token })
      assert.deepEqual([status, /out of date/.test(text)], [403, true], path)
    }
  }
  const out = newVisitor(url)
  await out.get(`/account${testMode}`)
  assert.equal((await out.send(at(id, '/pay', '&what=next'), pay('8500', ''))).status, 403)
  assert.equal((await planOf(shop, id)).paid, '85.00')
})

test('a form from another site is refused; a form of our own page is accepted', async () => {
  const phone = newPhone()
  const id = await buy(shop, phone)
  const [visitor, stranger] = [await signIn(url, phone), newVisitor(url)]
  await stranger.get(`/account${testMode}`)
  const firstCharge = (await planOf(shop, id)).charges[0]?.id ?? ''
  const fields = { ...pay('8500', firstCharge), phone: newPhone(), ...goodCard }
  const forms = [
    ...Object.keys(signInActions).map((name) => [stranger, `/account/${name}${testMode}`] as const),
    ...[...Object.keys(purchaseActions), 'sign-out'].map(
      (name) => [visitor, at(id, `/${name}`, '&what=next')] as const,
    ),
  ]
  for (const [sender, path] of forms) {
    for (const headers of fromElsewhere) {
      const { status, text } = await sender.send(path, fields, headers)
      assert.deepEqual([status, /Nothing was changed/.test(text)], [403, true], `${path} ${JSON.stringify(headers)}`)
    }
  }
  const { paid, charges } = await planOf(shop, id)
  assert.deepEqual([paid, charges.length], ['85.00', 1])
  assert.match((await stranger.get(`/account${testMode}`)).text, /id="phone"/)
  await visitor.get(at(id, '/pay', '&what=next'))
  const ours = { 'sec-fetch-site': 'same-origin', origin: url }
  assert.equal((await visitor.send(at(id, '/pay', '&what=next'), pay('8500', firstCharge), ours)).status, 303)
  assert.equal((await planOf(shop, id)).paid, '170.00')
})

test('a form carries the expected amount: an outdated one charges nothing, nor does a second press', async () => {
  const phone = newPhone()
  const id = await buy(shop, phone)
  const visitor = await signIn(url, phone)
  await visitor.get(at(id, '/pay', '&what=next'))
  const first = (await planOf(shop, id)).charges[0]?.id ?? ''
  const expected = pay('8500', first)
  const invented = await visitor.send(at(id, '/pay', '&what=next'), pay('1', first))
  assert.deepEqual([invented.status, /it was.*now it is/.test(invented.text)], [422, true])
  assert.equal((await planOf(shop, id)).paid, '85.00')
  const answers = await Promise.all([1, 2, 3].map(() => visitor.send(at(id, '/pay', '&what=next'), expected)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([303]))
  // The next instalment costs the same: only the expected state distinguishes the presses.
  const later = await visitor.send(at(id, '/pay', '&what=next'), expected)
  assert.match((await visitor.get(later.location)).text, /We received/)
  const plan = await planOf(shop, id)
  assert.deepEqual([plan.paid, plan.charges.length], ['170.00', 2])
})

test('a session accepts ten cards and stores no card number', async () => {
  const phone = newPhone()
  const id = await buy(shop, phone)
  const visitor = await signIn(url, phone)
  await visitor.get(at(id, '/card'))
  const card = { number: '4242424242424242', expiry: '12/30', security_code: '123' }
  const wrong = await visitor.send(at(id, '/card'), { ...card, expiry: '01/20' })
  assert.equal(wrong.status, 422)
  assert.doesNotMatch(wrong.text.replaceAll('4242\u00a04242\u00a04242\u00a04242', '').replaceAll('•• 4242', ''), /4242/)
  for (let cards = 0; cards < signInRules.cards; cards += 1)
    assert.equal((await visitor.send(at(id, '/card'), card)).status, 303)
  assert.match((await visitor.send(at(id, '/card'), card)).text, /Too many cards/)
})

test("any invalid request is answered with a page, never with the API's error body", async () => {
  const visitor = newVisitor(url)
  await visitor.get(`/account${testMode}`)
  const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
  for (const [type, body] of [
    ['application/json', '{"form_token":'],
    ['application/x-www-form-urlencoded', `form_token=${'a'.repeat(100_000)}`],
    ['text/plain', 'form_token'],
  ] as const) {
    const response = await fetch(`${url}/account/code${testMode}`, {
      method: 'POST',
      body,
      headers: { 'content-type': type, cookie },
    })
    assert.equal(response.status, 403, type)
    assert.match(await response.text(), /^<!doctype html>.*out of date/s)
  }
  const doubled = await visitor.get('/account?mode=test&mode=live&lang=xx&page=-5&purchase=a&purchase=b')
  assert.equal(doubled.status, 200)
})
