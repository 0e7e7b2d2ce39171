import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { signInRules } from '../../src/pages/account/sign-in/sign-in.ts'
import { removeOldSignIns } from '../../src/pages/account/sign-in/sign-ins.ts'
import { startTestService } from '../support/service.ts'
import { at, buy, newVisitor, openAccount, signIn, testMode, tokenIn } from './account-forms.ts'

const { service, shop, url, newPhone } = await openAccount()
after(() => service.close())

test('session cookie: a new token that scripts cannot read and other sites cannot send; only its hash is stored', async () => {
  const phone = newPhone()
  const visitor = newVisitor(url)
  await visitor.get(`/account${testMode}`)
  await visitor.send(`/account/phone${testMode}`, { phone })
  const { setCookie } = await visitor.send(`/account/code${testMode}`, { code: '8888' })
  const [header = ''] = setCookie
  assert.match(header, /^qist_account_uae_test=[\w-]{43}; Path=\/account; HttpOnly; SameSite=Lax$/)
  const token = header.split(';')[0]?.split('=')[1] ?? ''
  const rows = await service.database.query('select * from customer_sessions')
  assert.ok(!JSON.stringify(rows).includes(token))
  assert.ok(!JSON.stringify(service.logged).includes(token))
})

test('a token planted by an attacker is never used', async () => {
  const planted = 'A'.repeat(43)
  const victim = newVisitor(url, new Map([['qist_account_uae_test', planted]]))
  const phone = newPhone()
  await victim.get(`/account${testMode}`)
  await victim.send(`/account/phone${testMode}`, { phone })
  await victim.send(`/account/code${testMode}`, { code: '8888' })
  assert.notEqual(victim.cookies.get('qist_account_uae_test'), planted)
  const attacker = newVisitor(url, new Map([['qist_account_uae_test', planted]]))
  assert.match((await attacker.get(`/account${testMode}`)).text, /id="phone"/)
})

test('the browser cookie of another customer gives no session and sends no forms', async () => {
  const phone = newPhone()
  const id = await buy(shop, phone)
  const victim = newVisitor(url)
  const before = tokenIn((await victim.get(`/account${testMode}`)).text) ?? ''
  await victim.send(`/account/phone${testMode}`, { phone })
  const attacker = newVisitor(url, new Map(victim.cookies))
  await victim.send(`/account/code${testMode}`, { code: '8888' })
  assert.match((await attacker.get(at(id))).text, /id="phone"/)
  assert.equal((await victim.send(at(id, '/pay', '&what=all'), { form_token: before })).status, 403)
})

test('concurrent guesses of a code count one by one; after five no code is right', async () => {
  const visitor = newVisitor(url)
  await visitor.get(`/account${testMode}`)
  await visitor.send(`/account/phone${testMode}`, { phone: newPhone() })
  const guesses = Array.from({ length: 40 }, (_, index) => String(1000 + index))
  await Promise.all(guesses.map((code) => visitor.send(`/account/code${testMode}`, { code })))
  const { status, text } = await visitor.send(`/account/code${testMode}`, { code: '8888' })
  assert.deepEqual([status, /Too many tries/.test(text)], [422, true])
  assert.match((await visitor.get(`/account${testMode}`)).text, /Too many tries/)
  assert.match((await visitor.send(`/account/phone${testMode}`, { phone: newPhone() })).text, /Too many tries/)
  service.clock.advance(signInRules.startsAnewAfterMs)
  assert.match((await visitor.get(`/account${testMode}`)).text, /id="phone"/)
})

test('a code works once, also under concurrent use, and only in its own browser', async () => {
  const phone = newPhone()
  const visitor = newVisitor(url)
  await visitor.get(`/account${testMode}`)
  await visitor.send(`/account/phone${testMode}`, { phone })
  const countSessions = async (): Promise<number> =>
    (await service.database.query('select token_hash from customer_sessions')).length
  const before = await countSessions()
  const stranger = newVisitor(url)
  await stranger.get(`/account${testMode}`)
  await stranger.send(`/account/code${testMode}`, { code: '8888' })
  await Promise.all([1, 2, 3, 4].map(() => newVisitor(url, new Map(visitor.cookies)).get(`/account${testMode}`)))
  const page = await visitor.get(`/account${testMode}`)
  const form_token = tokenIn(page.text) ?? ''
  const copies = [1, 2, 3, 4].map(() => newVisitor(url, new Map(visitor.cookies)))
  await Promise.all(copies.map((copy) => copy.send(`/account/code${testMode}`, { code: '8888', form_token })))
  assert.equal(await countSessions(), before + 1)
  await newVisitor(url, new Map(visitor.cookies)).send(`/account/code${testMode}`, { code: '8888', form_token })
  assert.equal(await countSessions(), before + 1)
})

test('a phone with purchases and one without receive the same answers before the code', async () => {
  const known = newPhone()
  await buy(shop, known)
  const answers = []
  for (const phone of [known, newPhone()]) {
    const visitor = newVisitor(url)
    await visitor.get(`/account${testMode}`)
    const { status, location } = await visitor.send(`/account/phone${testMode}`, { phone })
    const { text } = await visitor.get(location)
    const blank = text
      .replace(/name="form_token" value="[^"]+"/g, '')
      .replace(/sessionId=[\w-]+/g, '')
      .replaceAll(phone.slice(-4), '')
    answers.push({ status, location, blank })
  }
  assert.deepEqual(answers[0], answers[1])
})

test('a code is valid for five minutes; at most four are sent, half a minute apart', async () => {
  const visitor = newVisitor(url)
  await visitor.get(`/account${testMode}`)
  await visitor.send(`/account/phone${testMode}`, { phone: newPhone() })
  assert.equal((await visitor.send(`/account/resend${testMode}`)).status, 422)
  service.clock.advance(5 * 60_000)
  assert.match((await visitor.send(`/account/code${testMode}`, { code: '8888' })).text, /too old/)
  for (const _ of [1, 2, 3]) {
    service.clock.advance(31_000)
    assert.equal((await visitor.send(`/account/resend${testMode}`)).status, 303)
  }
  service.clock.advance(31_000)
  assert.match((await visitor.send(`/account/resend${testMode}`)).text, /Too many tries/)
})

test('session: ends when unused, after half a day, and at sign-out', async () => {
  const phone = newPhone()
  const isIn = async ({ get }: Awaited<ReturnType<typeof signIn>>): Promise<boolean> =>
    /Sign out/.test((await get(`/account${testMode}`)).text)
  const idle = await signIn(url, phone)
  service.clock.advance(signInRules.idleMs - 1_000)
  assert.equal(await isIn(idle), true)
  service.clock.advance(signInRules.idleMs)
  assert.equal(await isIn(idle), false)

  const busy = await signIn(url, phone)
  const steps = signInRules.lifetimeMs / (signInRules.idleMs / 2)
  for (let step = 1; step < steps; step += 1) {
    service.clock.advance(signInRules.idleMs / 2)
    assert.equal(await isIn(busy), true)
  }
  service.clock.advance(signInRules.idleMs / 2)
  assert.equal(await isIn(busy), false)

  const leaving = await signIn(url, phone)
  const copy = newVisitor(url, new Map(leaving.cookies))
  await leaving.get(`/account${testMode}`)
  assert.equal((await leaving.send(`/account/sign-out${testMode}`)).status, 303)
  assert.equal(leaving.cookies.has('qist_account_uae_test'), false)
  assert.match((await copy.get(`/account${testMode}`)).text, /id="phone"/)
  service.clock.advance(signInRules.lifetimeMs)
  await removeOldSignIns(service.app)
  for (const table of ['customer_sessions', 'customer_sign_ins'])
    assert.deepEqual(await service.database.query(`select * from ${table}`), [], table)
})

test('a phone gets ten sign-in codes an hour, and 25 tries a day over all browsers', async () => {
  const limited = await startTestService({ env: { RATE_LIMITS: 'on' } })
  try {
    const phone = newPhone()
    const query = '?mode=live&lang=en'
    let sent = 0
    let judged = 0
    for (let browser = 0; browser < 12; browser += 1) {
      const visitor = newVisitor(limited.urls.uae)
      await visitor.get(`/account${query}`)
      const { status, text } = await visitor.send(`/account/phone${query}`, { phone })
      if (status === 303) sent += 1
      else assert.match(text, /Too many codes were sent/)
      for (let guess = 0; guess < 4; guess += 1) {
        const answer = await visitor.send(`/account/code${query}`, { code: '000000' })
        if (/not right/.test(answer.text)) judged += 1
      }
    }
    assert.deepEqual([sent, judged], [10, 25])
  } finally {
    await limited.close()
  }
})
