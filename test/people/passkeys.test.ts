import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { sessionRules } from '../../src/platform/people/sessions/session.ts'
import { newBackOfficeVisitor, password, signInAt, trySignIn } from '../../testkit/back-office-visitor.ts'
import { openBrowser } from '../pages/browser.ts'
import { findInViews } from '../pages/view-checks.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { addPasskeyAt, localhostRules, openPasskeyPage, passkeyUrlOf } from './authenticator.ts'

let service: TestService
let browser: Browser
let url: string
let at: string
before(async () => {
  service = await startTestService()
  browser = await openBrowser(localhostRules)
  url = service.urls.uae
  at = passkeyUrlOf(url)
})
after(async () => {
  await browser.close()
  await service.close()
})

/** Older browsers have no JSON forms of options and answers. */
const withoutJson = `
  delete PublicKeyCredential.parseCreationOptionsFromJSON
  delete PublicKeyCredential.parseRequestOptionsFromJSON
  delete PublicKeyCredential.prototype.toJSON`

/** Signs in by password, as far as the second step. */
async function typePassword(page: Page, email: string, backOffice = 'dashboard'): Promise<void> {
  await page.context().clearCookies()
  await page.goto(`${at}/${backOffice}/sign-in`)
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  await page.locator('form .primary').click()
  await page.locator('.passkey button').waitFor()
}

for (const [lang, backOffice, email] of [
  ['en', 'dashboard', 'admin@demo.test'],
  ['ar', 'support', 'agent@support.test'],
] as const) {
  test(`${lang}, ${backOffice}: a passkey is added, is the second step, signs in alone, proves, and is removed`, async () => {
    const table = backOffice === 'dashboard' ? 'persons' : 'agents'
    await service.database.query(`update ${table} set lang = '${lang}' where email = '${email}'`)
    const elsewhere = await signInAt(url, email, backOffice)
    const own = await openPasskeyPage(browser, await signInAt(url, email, backOffice), {
      locale: lang === 'en' ? 'en' : 'ar-AE',
    })
    const { page } = own
    // One of the two with an older browser.
    if (lang === 'ar') await page.addInitScript(withoutJson)
    await addPasskeyAt(own, url, 'هاتف العمل', backOffice)
    await page.locator('.codes').waitFor()
    assert.equal(await page.locator('.codes li').count(), 10)
    assert.equal((await elsewhere.get(`/${backOffice}/me`)).status, 303, 'signed out elsewhere')
    await page.locator('main .button-main').click()
    await page.locator('#passkeys bdi', { hasText: 'هاتف العمل' }).waitFor()

    await typePassword(page, email, backOffice)
    await page.locator('.passkey button').click()
    await page.locator('.back-office').waitFor()

    await page.context().clearCookies()
    await page.goto(`${at}/${backOffice}/sign-in?next=%2F${backOffice}%2Fme&lang=${lang}`)
    await page.locator('.aside a').click()
    // The dialog opens with the page, and the authenticator answers by itself.
    await page.waitForURL(`${at}/${backOffice}/me`)

    service.clock.advance(sessionRules.provedMs)
    await page.goto(`${at}/${backOffice}/me`)
    await page.locator('#passkeys .line button').click()
    await page.locator('.ask .passkey button').click()
    await page.locator('.note-good').waitFor()
    assert.equal(await page.locator('#passkeys .line').count(), 0)
    const what = `select what from activities where email = '${email}' order by id`
    const logged = (await service.database.query(what)).map((row) => row['what'])
    assert.deepEqual(logged, ['sign_in', 'sign_in', 'add_passkey', 'sign_in', 'sign_in', 'remove_passkey'])
    await own.close()
  })
}

test('a second passkey keeps the recovery codes, and its name is judged', async () => {
  const visitor = await signInAt(url, 'operator@demo.test')
  const own = await openPasskeyPage(browser, visitor)
  await addPasskeyAt(own, url, 'First')
  await own.page.locator('.codes').waitFor()
  const second = await openPasskeyPage(browser)
  await second.page.context().addCookies(await own.page.context().cookies())
  await addPasskeyAt(second, url, 'admin@demo.test')
  await second.page.locator('.field-wrong').waitFor()
  await second.page.locator('#name').fill('Second')
  await second.page.locator('.passkey button').click()
  await second.page.waitForURL(/note=passkey$/)
  assert.deepEqual((await second.page.locator('#passkeys .line bdi').allInnerTexts()).sort(), ['First', 'Second'])
  // The device knows the passkey: it makes no other.
  await addPasskeyAt(second, url, 'Third')
  await second.page.locator('.passkey .error', { hasText: 'has a passkey of yours already' }).waitFor()
  // A recovery code is the way in without the device.
  const half = newBackOfficeVisitor(url)
  await trySignIn(half, 'operator@demo.test')
  assert.match((await half.get('/dashboard/sign-in')).text, /Recovery code/)
  await own.close()
  await second.close()
})

test('a person without a password signs in at the provider: a passkey alone is refused', async () => {
  const own = await openPasskeyPage(browser, await signInAt(url, 'developer@demo.test'))
  await addPasskeyAt(own, url, 'Laptop')
  await own.page.locator('.codes').waitFor()
  await service.database.query(`update persons set password_hash = null where email = 'developer@demo.test'`)
  await own.page.context().clearCookies()
  await own.page.goto(`${at}/dashboard/sign-in/passkey`)
  await own.page.locator('.notice', { hasText: 'does not sign you in here' }).waitFor()
  await own.close()
})

test('a dialog that was closed says so, and the button stays', async () => {
  const own = await openPasskeyPage(browser, undefined)
  const { page, cdp, authenticatorId } = own
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  await page.addInitScript(`navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))`)
  await page.goto(`${at}/dashboard/sign-in/passkey`)
  await page.locator('.passkey button').click()
  await page.locator('.passkey .error', { hasText: 'No passkey was used' }).waitFor()
  assert.ok(await page.locator('.passkey button').isEnabled())
  await page.locator('.aside a').click()
  await page.waitForURL(`${at}/dashboard/sign-in`)
  await own.close()
})

test('without JavaScript, without passkeys, and at an IP address the page says why there is no button', async () => {
  const pages: (readonly [string, string, string | undefined, RegExp])[] = [
    [at, 'no', undefined, /need JavaScript/],
    [at, 'yes', 'delete window.PublicKeyCredential', /This browser has no passkeys/],
    [url, 'yes', undefined, /Open this page there: http:\/\/localhost:\d+\/dashboard\/sign-in\/passkey/],
  ]
  for (const [base, script, init, expected] of pages) {
    const context = await browser.newContext({ locale: 'en', javaScriptEnabled: script === 'yes' })
    const page = await context.newPage()
    if (init !== undefined) await page.addInitScript(init)
    await page.goto(`${base}/dashboard/sign-in/passkey`)
    assert.match(await page.locator('.passkey').innerText(), expected)
    assert.equal(await page.locator('.passkey button').isVisible(), false)
    await page.locator('.aside a').click()
    await page.locator('#password').waitFor()
    await context.close()
  }
})

test('a service without a name and TLS offers no passkeys, and says so on the own page', async () => {
  const other = await startTestService({ env: { BASE_URL: 'http://10.0.0.5:8080' } })
  try {
    const listening = `http://127.0.0.1:${other.app.chosenPorts.get('uae')}`
    const visitor = await signInAt(listening, 'admin@demo.test')
    assert.doesNotMatch((await newBackOfficeVisitor(listening).get('/dashboard/sign-in')).text, /with a passkey/)
    assert.match((await visitor.get('/dashboard/me')).text, /need an address with a name and https/)
    assert.match((await visitor.get('/dashboard/me/passkeys/new')).text, /need an address with a name and https/)
    assert.equal((await visitor.send('/dashboard/me/passkeys/new', { name: 'A', passkey: '{}' })).status, 422)
    assert.equal((await visitor.get('/dashboard/sign-in/passkey')).status, 303)
  } finally {
    await other.close()
  }
})

test('a passkey of another address of the service is named with its host, and is no button', async () => {
  await service.database.query(`update passkeys set rp_id = 'ksa.qist.example'`)
  const half = newBackOfficeVisitor(url)
  await trySignIn(half, 'operator@demo.test')
  const page = (await half.get('/dashboard/sign-in')).text
  assert.match(page, /Your passkeys work at \u2066ksa\.qist\.example\u2069 only/)
  assert.doesNotMatch(page, /data-passkey/)
  await service.database.query(`update passkeys set rp_id = 'localhost'`)
})

test('accessibility: axe finds nothing on the pages of passkeys and names, and all fit 320 points', async () => {
  for (const lang of ['en', 'ar']) {
    await service.database.query(`update persons set lang = '${lang}', name = 'Sara سارة'`)
    const person = await signInAt(url, 'analyst@demo.test')
    const admin = await signInAt(url, 'admin@demo.test')
    const half = newBackOfficeVisitor(url)
    await trySignIn(half, 'operator@demo.test')
    for (const [visitor, paths] of [
      [person, ['/dashboard/me', '/dashboard/me/passkeys/new']],
      [admin, ['/dashboard/test/team', '/dashboard/test/activity']],
      [half, ['/dashboard/sign-in']],
      [newBackOfficeVisitor(url), [`/dashboard/sign-in?lang=${lang}`, `/dashboard/sign-in/passkey?lang=${lang}`]],
    ] as const) {
      const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value }))
      const found = await findInViews({ browser, url, cookies }, paths, 'h1')
      assert.deepEqual(found, { axe: { light: [], dark: [] }, tooNarrow: [] }, paths.join())
    }
  }
})
