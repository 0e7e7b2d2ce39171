import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { challengeRules } from '../../src/platform/people/passkeys/challenges.ts'
import { passkeySiteOf } from '../../src/platform/people/passkeys/passkey-site.ts'
import { signInByPasskey } from '../../src/platform/people/passkeys/sign-in-by-passkey.ts'
import { tryRules } from '../../src/platform/people/sign-in/tries.ts'
import {
  type BackOfficePage,
  type BackOfficeVisitor,
  newBackOfficeVisitor,
  signInAt,
  trySignIn,
} from '../../testkit/back-office-visitor.ts'
import { openBrowser } from '../pages/browser.ts'
import { openOtherProcess, startTestService, type TestService } from '../support/service.ts'
import {
  answerTo,
  ceremonyIn,
  localhostRules,
  openPasskeyPage,
  type PasskeyPage,
  passkeyUrlOf,
} from './authenticator.ts'

let service: TestService
let browser: Browser
let url: string
/** The authenticator of admin@demo.test, at the service's address. */
let device: PasskeyPage
const signInPage = '/dashboard/sign-in/passkey'
const newPage = '/dashboard/me/passkeys/new'

before(async () => {
  service = await startTestService()
  browser = await openBrowser(localhostRules)
  url = service.urls.uae
  device = await openDevice()
  await addPasskey(device, await signInAt(url, 'admin@demo.test'))
})
after(async () => {
  await browser.close()
  await service.close()
})

/** An authenticator at a page of the service. */
async function openDevice(base = url): Promise<PasskeyPage> {
  const opened = await openPasskeyPage(browser)
  await opened.page.goto(`${passkeyUrlOf(base)}/dashboard/sign-in`)
  return opened
}

async function addPasskey(on: PasskeyPage, visitor: BackOfficeVisitor): Promise<BackOfficePage> {
  const passkey = await answerTo(on, ceremonyIn((await visitor.get(newPage)).text))
  return visitor.send(newPage, { name: 'Device', passkey })
}

/** Returns the answer of the device to a new challenge of the visitor's browser. */
async function answerFor(visitor: BackOfficeVisitor, changes: Record<string, unknown> = {}): Promise<string> {
  return answerTo(device, ceremonyIn((await visitor.get(signInPage)).text), changes)
}

const isIn = async (visitor: BackOfficeVisitor): Promise<boolean> => (await visitor.get('/dashboard/me')).status === 200
const openWindow = (): void => service.clock.advance(tryRules.windowMs)

test('a passkey signs in with a new session token, and its answer works once', async () => {
  const visitor = newBackOfficeVisitor(url)
  const passkey = await answerFor(visitor)
  const thief = newBackOfficeVisitor(url, new Map(visitor.cookies))
  const done = await visitor.send(signInPage, { passkey })
  assert.deepEqual([done.status, done.location], [303, '/dashboard'])
  assert.ok(await isIn(visitor))
  await thief.get(signInPage)
  assert.equal((await thief.send(signInPage, { passkey })).status, 422)
  assert.equal(await isIn(thief), false)
})

test('a challenge belongs to one browser, to one purpose, and to five minutes', async () => {
  const visitor = newBackOfficeVisitor(url)
  const passkey = await answerFor(visitor)
  const other = newBackOfficeVisitor(url)
  await other.get(signInPage)
  assert.match((await other.send(signInPage, { passkey })).text, /took too long/)
  // The same device in another browser of the same person does not help, nor does the second step.
  const half = newBackOfficeVisitor(url)
  await trySignIn(half, 'admin@demo.test')
  await half.get('/dashboard/sign-in')
  assert.match((await half.send('/dashboard/sign-in', { passkey })).text, /took too long/)
  service.clock.advance(challengeRules.lifetimeMs)
  assert.match((await visitor.send(signInPage, { passkey })).text, /took too long/)
  const again = await answerFor(visitor)
  assert.equal((await visitor.send(signInPage, { passkey: again })).status, 303)
})

test('two processes accept an answer once, at the same moment', async () => {
  const { app, close } = await openOtherProcess(service)
  const visitor = newBackOfficeVisitor(url)
  const passkey = await answerFor(visitor)
  const hash = createHash('sha256')
    .update(visitor.cookies.get('qist_browser') ?? '')
    .digest()
  const site = passkeySiteOf(url) ?? assert.fail()
  const from = { lang: undefined, address: '127.0.0.1', userAgent: '', requestId: 'r' }
  const outcomes = await Promise.all(
    [app, service.app, app, service.app].map((one) =>
      signInByPasskey(one, { backOffice: 'dashboard', hash }, { site, text: passkey }, from),
    ),
  )
  assert.deepEqual(outcomes.map((one) => (typeof one === 'string' ? one : 'in')).sort(), [
    'in',
    'stale',
    'stale',
    'stale',
  ])
  await close()
})

test('an answer that was made at another address is refused', async () => {
  const elsewhere = await openDevice(service.urls.ksa)
  const { authenticatorId } = device
  const { credentials } = await device.cdp.send('WebAuthn.getCredentials', { authenticatorId })
  const [credential = assert.fail()] = credentials
  const copy = { ...credential, signCount: credential.signCount + 100 }
  await elsewhere.cdp.send('WebAuthn.addCredential', { authenticatorId: elsewhere.authenticatorId, credential: copy })
  const visitor = newBackOfficeVisitor(url)
  const passkey = await answerTo(elsewhere, ceremonyIn((await visitor.get(signInPage)).text))
  const refused = await visitor.send(signInPage, { passkey })
  assert.deepEqual([refused.status, /does not sign you in here/.test(refused.text)], [422, true])
  // A new passkey from there is refused, too.
  const person = await signInAt(url, 'analyst@demo.test')
  const made = await answerTo(elsewhere, ceremonyIn((await person.get(newPage)).text))
  assert.match((await person.send(newPage, { name: 'Device', passkey: made })).text, /made no passkey that works here/)
  await elsewhere.close()
})

test('a copied authenticator is refused by its counter, and logged', async () => {
  const { authenticatorId } = device
  const { credentials } = await device.cdp.send('WebAuthn.getCredentials', { authenticatorId })
  const [original = assert.fail()] = credentials
  const copy = await openDevice()
  const id = copy.authenticatorId
  await copy.cdp.send('WebAuthn.addCredential', { authenticatorId: id, credential: { ...original, signCount: 1 } })
  const visitor = newBackOfficeVisitor(url)
  const passkey = await answerTo(copy, ceremonyIn((await visitor.get(signInPage)).text))
  assert.equal((await visitor.send(signInPage, { passkey })).status, 422)
  assert.equal(await isIn(visitor), false)
  assert.ok(service.logged.some(({ msg }) => /its counter went backwards/.test(String(msg))))
  const admin = newBackOfficeVisitor(url)
  assert.equal((await admin.send(signInPage, { passkey: await answerFor(admin) })).status, 303)
  assert.match(
    (await admin.get('/dashboard/test/activity?what=refuse_passkey')).text,
    /as it may be a copy[\s\S]*Device/,
  )
  await copy.close()
})

test('the whole sign-in needs the check of the person; the second step does not', async () => {
  await device.cdp.send('WebAuthn.setUserVerified', { authenticatorId: device.authenticatorId, isUserVerified: false })
  const unchecked = { userVerification: 'discouraged' }
  const visitor = newBackOfficeVisitor(url)
  assert.equal((await visitor.send(signInPage, { passkey: await answerFor(visitor, unchecked) })).status, 422)
  const half = newBackOfficeVisitor(url)
  await trySignIn(half, 'admin@demo.test')
  const before = half.cookies.get('qist_dashboard')
  const ceremony = ceremonyIn((await half.get('/dashboard/sign-in')).text)
  const done = await half.send('/dashboard/sign-in', { passkey: await answerTo(device, ceremony, unchecked) })
  assert.deepEqual([done.status, await isIn(half)], [303, true])
  assert.notEqual(half.cookies.get('qist_dashboard'), before)
  await device.cdp.send('WebAuthn.setUserVerified', { authenticatorId: device.authenticatorId, isUserVerified: true })
})

test("another person's passkey is no second step", async () => {
  const other = await openDevice()
  const person = await signInAt(url, 'operator@demo.test')
  assert.equal((await addPasskey(other, person)).status, 200)
  const half = newBackOfficeVisitor(url)
  await trySignIn(half, 'operator@demo.test')
  const ceremony = ceremonyIn((await half.get('/dashboard/sign-in')).text)
  const passkey = await answerTo(device, ceremony, { allowCredentials: [] })
  const refused = await half.send('/dashboard/sign-in', { passkey })
  assert.deepEqual([refused.status, await isIn(half)], [422, false])
  await other.close()
})

test('wrong answers are counted as codes are: after ten, a right one is refused, too', async () => {
  openWindow()
  const visitor = newBackOfficeVisitor(url)
  for (let count = 0; count < tryRules.ofAccount; count += 1) {
    const answer = JSON.parse(await answerFor(visitor)) as { response: { signature: string } }
    const wrong = {
      ...answer,
      response: { ...answer.response, signature: answer.response.signature.replace(/...$/, 'AAA') },
    }
    assert.equal((await visitor.send(signInPage, { passkey: JSON.stringify(wrong) })).status, 422)
  }
  const limited = await visitor.send(signInPage, { passkey: await answerFor(visitor) })
  assert.equal(limited.status, 429)
  openWindow()
  assert.equal((await visitor.send(signInPage, { passkey: await answerFor(visitor) })).status, 303)
})

test('unknown passkeys and texts that are no answer get the same page as a wrong one', async () => {
  const visitor = newBackOfficeVisitor(url)
  const answer = JSON.parse(await answerFor(visitor)) as { id: string }
  const unknown = JSON.stringify({ ...answer, id: 'AAAA', rawId: 'AAAA' })
  const pages = new Set<string>()
  for (const passkey of [
    unknown,
    '',
    '{}',
    '[]',
    'null',
    '{"id":1}',
    '{"id":"AAAA","response":{"clientDataJSON":"e30"}}',
  ]) {
    const { status, text } = await visitor.send(signInPage, { passkey })
    pages.add(`${status} ${/class="notice[\s\S]*?<\/div>/.exec(text)?.[0]}`)
  }
  assert.equal(pages.size, 1)
  assert.match([...pages].join(), /^422 [\s\S]*does not sign you in here/)
})

test('a removed passkey, and one of a removed person, opens nothing; none of it is left', async () => {
  const admin = newBackOfficeVisitor(url)
  await admin.send(signInPage, { passkey: await answerFor(admin) })
  const person = await signInAt(url, 'developer@demo.test')
  const other = await openDevice()
  assert.equal((await addPasskey(other, person)).status, 200)
  const [{ id, passkey_id }] = (await service.database.query(
    `select person.id, passkey.id as passkey_id from persons as person
     join passkeys as passkey on passkey.person_id = person.id where email = 'developer@demo.test'`,
  )) as [Record<string, string>]
  await admin.get('/dashboard/me')
  // Another person's passkey is not removed.
  const foreign = await admin.send('/dashboard/me/passkeys/remove', { passkey_id: passkey_id ?? '' })
  assert.equal(foreign.location, '/dashboard/me')
  assert.equal((await admin.send('/dashboard/test/team/remove', { person: id ?? '', confirmed: 'yes' })).status, 303)
  assert.deepEqual(await service.database.query(`select from passkeys where person_id = '${id}'`), [])
  const visitor = newBackOfficeVisitor(url)
  const left = await answerTo(other, ceremonyIn((await visitor.get(signInPage)).text))
  assert.equal((await visitor.send(signInPage, { passkey: left })).status, 422)
  const own = /name="passkey_id" value="([^"]+)"/.exec((await admin.get('/dashboard/me')).text)?.[1] ?? ''
  assert.equal(
    (await admin.send('/dashboard/me/passkeys/remove', { passkey_id: own })).location,
    '/dashboard/me?note=no_passkey',
  )
  assert.equal((await visitor.send(signInPage, { passkey: await answerFor(visitor) })).status, 422)
  await other.close()
})
