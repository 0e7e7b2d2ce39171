import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { hour, minute } from '../../src/platform/base/times.ts'
import { totpCode } from '../../src/platform/people/second-factor/totp.ts'
import {
  type BackOfficeVisitor,
  newBackOfficeVisitor,
  password,
  signInAt,
  trySignIn,
} from '../../testkit/back-office-visitor.ts'
import { openBrowser } from '../pages/browser.ts'
import { openTestApi } from '../support/api.ts'
import { addPasskeyAt, localhostRules, openPasskeyPage, passkeyUrlOf } from './authenticator.ts'

const { service, shop, close } = await openTestApi()
const url = service.urls.uae
const me = '/dashboard/me'
const team = '/dashboard/test/team'
let browser: Browser
before(async () => {
  browser = await openBrowser(localhostRules)
})
after(async () => {
  await browser.close()
  await close()
})

/** Sets up an app that shows codes, and returns its secret. */
async function enrol(visitor: BackOfficeVisitor, path = `${me}/second-factor`): Promise<string> {
  const form = await visitor.get(path)
  const secret = /class="letters">([^<]+)</.exec(form.text)?.[1]?.replaceAll(' ', '') ?? assert.fail(form.text)
  const enrolment = /name="enrolment" value="([^"]+)"/.exec(form.text)?.[1] ?? ''
  const done = await visitor.send(path, { enrolment, code: totpCode(secret, service.clock.now()) })
  assert.equal(done.status, 200)
  return secret
}

/** Sends the form that requires a second factor, or stops that, and its confirmation. */
async function setRequired(admin: BackOfficeVisitor, required: 'yes' | 'no'): Promise<void> {
  await admin.get(team)
  const done = await admin.send(`${team}/second-factor`, { required, confirmed: 'yes', proof_password: password })
  assert.equal(done.status, 303, done.text)
}

async function addToOther(email: string): Promise<string> {
  const [other] = await service.database.query(`select merchant_id from merchants where name = 'Other UAE'`)
  await service.database.query(
    `insert into memberships (merchant_id, person_id, role, created_at)
     select '${other?.['merchant_id']}', id, 'admin', now() from persons where email = '${email}'`,
  )
  return String(other?.['merchant_id'])
}

const factorsOf = async (email: string): Promise<unknown> =>
  (
    await service.database.query(`select sealed_totp_secret is not null as app from persons where email = '${email}'`)
  )[0]?.['app']

test('an admin without a second factor cannot require one', async () => {
  const admin = await signInAt(url, 'admin@demo.test')
  const page = await admin.get(team)
  assert.match(page.text, /4 people have no second step yet[\s\S]*set up your own first/)
  const refused = await admin.send(`${team}/second-factor`, { required: 'yes', confirmed: 'yes' })
  assert.deepEqual([refused.status, /Set one up first/.test(refused.text)], [409, true])
  for (const email of ['operator@demo.test', 'developer@demo.test', 'analyst@demo.test']) {
    const visitor = await signInAt(url, email)
    await visitor.get(me)
    assert.equal(
      (await visitor.send(`${team}/second-factor`, { required: 'yes', confirmed: 'yes' })).status,
      403,
      email,
    )
  }
})

test('a requirement reaches open sessions with the next click, and nothing else of this merchant', async () => {
  const admin = await signInAt(url, 'admin@demo.test')
  await enrol(admin)
  const other = await addToOther('operator@demo.test')
  const operator = await signInAt(url, 'operator@demo.test')
  await operator.get('/dashboard/test')
  await admin.get(team)
  const question = await admin.send(`${team}/second-factor`, { required: 'yes' })
  assert.match(
    question.text,
    /3 people have none yet, and set one up with their next click[\s\S]*API keys go on as before/,
  )
  assert.equal((await operator.get('/dashboard/test/payments')).status, 200)
  await setRequired(admin, 'yes')
  assert.match((await admin.get(team)).text, /Everybody who works here needs a second step[\s\S]*Stop requiring it/)
  // Pages lead to the set-up, forms are refused.
  const signIn = await operator.get('/dashboard/test/payments')
  assert.equal(signIn.location, '/dashboard/sign-in?next=%2Fdashboard%2Ftest%2Fpayments')
  const setUp = '/dashboard/me/second-factor?next=%2Fdashboard%2Ftest%2Fpayments'
  assert.equal((await operator.get(signIn.location)).location, setUp)
  for (const path of ['/dashboard', me, '/dashboard/live/payments.csv', '/dashboard/test/activity'])
    assert.match((await operator.get(path)).location, /sign-in/, path)
  const page = await operator.get(setUp)
  assert.match(page.text, /Demo UAE\u2069 requires a second step/)
  assert.ok(!page.text.includes(`href="/dashboard/test`))
  for (const path of ['/dashboard/test/links', `${me}/password`, `${me}/name`, `${me}/second-factor/remove`])
    assert.equal((await operator.send(path, {})).status, 403, path)
  // The person's other merchant is open.
  assert.equal((await operator.send('/dashboard/merchant', { merchant_id: other })).status, 303)
  assert.equal((await operator.get('/dashboard/test/team')).status, 200)
  // API keys go on.
  assert.equal((await shop.call('GET', '/api/v2/payments')).status, 200)
})

test('a person without one sets it up after the sign-in, and then goes on to the requested page', async () => {
  const visitor = newBackOfficeVisitor(url)
  await trySignIn(visitor, 'analyst@demo.test')
  const signIn = await visitor.get('/dashboard/test/payments')
  const { location } = await visitor.get(signIn.location)
  // It is asked for the password after ten minutes, as before.
  service.clock.advance(11 * minute)
  assert.match((await visitor.get(location)).text, /Is it you\?/)
  assert.equal(
    (await visitor.send('/dashboard/prove', { next: location, proof_password: password })).location,
    location,
  )
  await enrol(visitor, location)
  assert.equal((await visitor.get('/dashboard/test/payments')).status, 200)
})

test('the last second factor stays as long as a merchant of the person requires one', async () => {
  const admin = newBackOfficeVisitor(url)
  await service.database.query(
    `update persons set sealed_totp_secret = null, totp_step = null where email = 'analyst@demo.test'`,
  )
  await trySignIn(admin, 'analyst@demo.test')
  const secret = await enrol(admin)
  const own = await admin.get(me)
  assert.match(own.text, /Demo UAE\u2069: a second step is required, so you cannot remove the last one/)
  assert.doesNotMatch(own.text, /Switch it off/)
  assert.equal((await admin.send(`${me}/second-factor/remove`)).status, 403)
  assert.equal(await factorsOf('analyst@demo.test'), true)
  // At their other merchant, which requires none, it is the same.
  const other = await addToOther('analyst@demo.test')
  assert.equal((await admin.send('/dashboard/merchant', { merchant_id: other })).status, 303)
  await admin.get(me)
  assert.equal((await admin.send(`${me}/second-factor/remove`)).status, 403)
  // With a passkey beside it, one of the two may go: never both, also at once.
  const passkey = await openPasskeyPage(browser, admin)
  await addPasskeyAt(passkey, url, 'Key')
  await passkey.page.waitForURL(/note=passkey/)
  service.clock.advance(minute)
  const tabs = newBackOfficeVisitor(url)
  await trySignIn(tabs, 'analyst@demo.test')
  await tabs.get('/dashboard/sign-in')
  await tabs.send('/dashboard/sign-in', { code: totpCode(secret, service.clock.now()) })
  const passkey_id = /name="passkey_id" value="([^"]+)"/.exec((await tabs.get(me)).text)?.[1] ?? assert.fail()
  const both = await Promise.all([
    tabs.send(`${me}/second-factor/remove`),
    tabs.send(`${me}/passkeys/remove`, { passkey_id }),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), [303, 403])
  await passkey.close()
})

test('switching it on while the admin removes the last factor: one of the two is refused', async () => {
  const admin = await signInAt(url, 'admin@other.test')
  for (let round = 0; round < 4; round += 1) {
    await enrol(admin)
    await admin.get(team)
    const [required, removed] = await Promise.all([
      admin.send(`${team}/second-factor`, { required: 'yes', confirmed: 'yes' }),
      admin.send(`${me}/second-factor/remove`),
    ])
    assert.deepEqual([required.status === 303, removed.status === 303].sort(), [false, true], `round ${round}`)
    if (required.status === 303) await setRequired(admin, 'no')
    await admin.get(me)
    await admin.send(`${me}/second-factor/remove`)
  }
})

test('the requirement is logged, and lifting it lets a password be enough again', async () => {
  const admin = await signInAt(url, 'admin@ksa.test')
  const visitor = await signInAt(url, 'admin@plugin.test')
  await enrol(visitor)
  await setRequired(visitor, 'yes')
  await setRequired(visitor, 'yes')
  await setRequired(visitor, 'no')
  const log = (await visitor.get('/dashboard/test/activity')).text
  assert.equal(log.match(/>Required a second step of everybody</g)?.length, 2, 'once, and once in the filter')
  assert.equal(log.match(/>Stopped requiring a second step</g)?.length, 2)
  // Another merchant's log and people are not touched.
  assert.doesNotMatch((await admin.get('/dashboard/test/activity?what=require_second_factor')).text, /admin@plugin/)
  await visitor.get(me)
  assert.equal((await visitor.send(`${me}/second-factor/remove`)).status, 303)
  service.clock.advance(hour)
})

for (const javaScriptEnabled of [true, false]) {
  test(`in a browser ${javaScriptEnabled ? 'with' : 'without'} JavaScript, in Arabic: sign in, set it up, go on`, async () => {
    const email = 'developer@demo.test'
    await service.database.query(`update persons set sealed_totp_secret = null, totp_step = null, lang = 'ar'`)
    await service.database.query('delete from passkeys')
    const own = await openPasskeyPage(browser, undefined, { javaScriptEnabled })
    const { page } = own
    await page.goto(`${passkeyUrlOf(url)}/dashboard/test/keys`)
    await page.locator('#email').fill(email)
    await page.locator('#password').fill(password)
    await page.locator('.primary').click()
    await page.waitForURL(/\/me\/second-factor\?next=/)
    assert.match(await page.locator('.ask').innerText(), /التحقق بخطوتين مطلوب لدى/)
    if (javaScriptEnabled) {
      await page.locator('.ask a').click()
      await page.locator('.passkey button').click()
    } else {
      await page.locator('.ask a').click()
      assert.match(await page.locator('noscript p, .passkey').first().innerText(), /جافا سكريبت/)
      await page.goBack()
      const secret = (await page.locator('.letters').innerText()).replaceAll(' ', '')
      await page.locator('#code').fill(totpCode(secret, service.clock.now()))
      await page.locator('.primary').click()
    }
    await page.locator('.codes').waitFor()
    await page.locator('.button-main').click()
    await page.waitForURL(/\/dashboard\/test\/keys$/)
    await own.close()
  })
}
