import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { minute } from '../../src/platform/base/times.ts'
import { totpCode } from '../../src/platform/people/second-factor/totp.ts'
import { sessionRules } from '../../src/platform/people/sessions/session.ts'
import { tryRules } from '../../src/platform/people/sign-in/tries.ts'
import {
  type BackOfficeVisitor,
  newBackOfficeVisitor,
  password,
  signInAt,
  trySignIn,
} from '../../testkit/back-office-visitor.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
after(() => service.close())
const url = service.urls.uae
const me = '/dashboard/me'

/** Advances the clock until used codes and failures no longer count. */
const waitLong = (): void => service.clock.advance(tryRules.windowMs)

interface Enrolled {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Sets up a second factor as an app does. */
async function enrol(visitor: BackOfficeVisitor): Promise<Enrolled> {
  const form = await visitor.get(`${me}/second-factor`)
  const secret = /class="letters">([^<]+)</.exec(form.text)?.[1]?.replaceAll(' ', '') ?? ''
  const enrolment = /name="enrolment" value="([^"]+)"/.exec(form.text)?.[1] ?? ''
  const wrong = await visitor.send(`${me}/second-factor`, { enrolment, code: '000000' })
  assert.equal(wrong.status, 422)
  assert.ok(wrong.text.includes(enrolment))
  const done = await visitor.send(`${me}/second-factor`, { enrolment, code: totpCode(secret, service.clock.now()) })
  assert.equal(done.status, 200)
  return { secret, recoveryCodes: [...done.text.matchAll(/<code>([^<]+)<\/code>/g)].map(([, code = '']) => code) }
}

const isIn = async (visitor: BackOfficeVisitor): Promise<boolean> => (await visitor.get(me)).status === 200
const codeNow = ({ secret }: Enrolled): string => totpCode(secret, service.clock.now())

async function tryCode(visitor: BackOfficeVisitor, code: string): Promise<number> {
  await visitor.get('/dashboard/sign-in')
  return (await visitor.send('/dashboard/sign-in', { code })).status
}

test('second factor: the password alone opens nothing; a code opens a session under a new token, once', async () => {
  const person = await signInAt(url, 'admin@demo.test')
  const elsewhere = await signInAt(url, 'admin@demo.test')
  const before = person.cookies.get('qist_dashboard')
  const enrolled = await enrol(person)
  assert.equal(enrolled.recoveryCodes.length, 10)
  assert.notEqual(person.cookies.get('qist_dashboard'), before)
  assert.deepEqual([await isIn(person), await isIn(elsewhere)], [true, false])
  waitLong()
  const visitor = newBackOfficeVisitor(url)
  assert.equal((await trySignIn(visitor, 'admin@demo.test')).location, '/dashboard/sign-in')
  const half = visitor.cookies.get('qist_dashboard') ?? ''
  assert.equal((await visitor.get(me)).location, `/dashboard/sign-in?next=${encodeURIComponent(me)}`)
  assert.equal((await visitor.get('/dashboard/test')).status, 303)
  const code = codeNow(enrolled)
  assert.equal(await tryCode(visitor, code), 303)
  assert.ok(await isIn(visitor))
  assert.ok(!(await isIn(newBackOfficeVisitor(url, new Map([['qist_dashboard', half]])))))
  // The same code again, in several browsers at once.
  const others = [1, 2, 3].map(() => newBackOfficeVisitor(url))
  for (const other of others) await trySignIn(other, 'admin@demo.test')
  assert.deepEqual(await Promise.all(others.map((other) => tryCode(other, code))), [422, 422, 422])
  service.clock.advance(minute)
  const next = codeNow(enrolled)
  const answers = await Promise.all(others.map((other) => tryCode(other, next)))
  assert.deepEqual(answers.sort(), [303, 422, 422])
})

test('recovery code: works once, in any spelling; new codes replace the old ones', async () => {
  const person = await signInAt(url, 'operator@demo.test')
  const { recoveryCodes } = await enrol(person)
  const [first = '', second = ''] = recoveryCodes
  const visitors = [1, 2, 3].map(() => newBackOfficeVisitor(url))
  for (const visitor of visitors) await trySignIn(visitor, 'operator@demo.test')
  const typed = first.toLowerCase().replaceAll('-', ' ')
  const answers = await Promise.all(visitors.map((visitor) => tryCode(visitor, typed)))
  assert.deepEqual(answers.sort(), [303, 422, 422])
  const rows = await service.database.query("select encode(code_hash, 'hex') as hash from recovery_codes")
  assert.ok(!JSON.stringify(rows).includes(second.replaceAll('-', '').toLowerCase()))
  assert.match((await person.get(me)).text, /Recovery codes left: 9/)
  assert.match((await person.send(`${me}/recovery-codes`)).text, /Your recovery codes/)
  const late = newBackOfficeVisitor(url)
  await trySignIn(late, 'operator@demo.test')
  assert.equal(await tryCode(late, second), 422)
})

test('concurrent guesses of codes: ten are checked; then even the right one is refused', async () => {
  waitLong()
  const person = await signInAt(url, 'developer@demo.test')
  const enrolled = await enrol(person)
  service.clock.advance(minute)
  const visitors = Array.from({ length: 20 }, () => newBackOfficeVisitor(url))
  for (const visitor of visitors) await trySignIn(visitor, 'developer@demo.test')
  const right = codeNow(enrolled)
  const guesses = visitors.map((_, index) => String((Number(right) + 1 + index * 7) % 1_000_000).padStart(6, '0'))
  const statuses = await Promise.all(visitors.map((visitor, index) => tryCode(visitor, guesses[index] ?? '')))
  assert.deepEqual(
    [statuses.filter((one) => one === 422).length, statuses.filter((one) => one === 429).length],
    [10, 10],
  )
  const [victim = newBackOfficeVisitor(url)] = visitors
  assert.equal(await tryCode(victim, right), 429)
  waitLong()
  assert.equal(await tryCode(victim, codeNow(enrolled)), 303)
})

test('sensitive forms: require re-authentication after ten minutes, and then continue', async () => {
  waitLong()
  const person = await signInAt(url, 'analyst@demo.test')
  service.clock.advance(sessionRules.provedMs)
  const question = await person.get(`${me}/second-factor`)
  assert.match(question.text, /Is it you\?/)
  assert.ok(!question.text.includes('otpauth') && !/class="letters"/.test(question.text))
  const next = `${me}/second-factor`
  assert.equal((await person.send('/dashboard/prove', { next, proof_password: 'wrong' })).status, 422)
  assert.match((await person.get(next)).text, /Is it you\?/)
  const proved = await person.send('/dashboard/prove', { next, proof_password: password })
  assert.deepEqual([proved.status, proved.location], [303, next])
  await enrol(person)
  service.clock.advance(sessionRules.provedMs)
  // The interrupted form is sent again with the answer.
  const kept = await person.send(`${me}/second-factor/remove`, { something: 'typed "so"' })
  assert.match(kept.text, /name="something" value="typed &quot;so&quot;"/)
  assert.match((await person.get(me)).text, /Switch it off/)
  const done = await person.send(`${me}/second-factor/remove`, { something: 'typed', proof_password: password })
  assert.deepEqual([done.status, done.location], [303, `${me}?note=no_second_factor`])
  const removals = await service.database.query("select from activities where what = 'remove_second_factor'")
  assert.equal(removals.length, 1, 'the form that was kept back did nothing')
  assert.match((await person.get(me)).text, /Set it up/)
})

test('a second factor that was set up for another person is refused', async () => {
  const person = await signInAt(url, 'admin@ksa.test')
  const other = await signInAt(url, 'admin@other.test')
  const enrolment = /name="enrolment" value="([^"]+)"/.exec((await other.get(`${me}/second-factor`)).text)?.[1] ?? ''
  await person.get(me)
  assert.equal((await person.send(`${me}/second-factor`, { enrolment, code: '123456' })).status, 303)
  assert.match((await person.get(me)).text, /Set it up/)
})
