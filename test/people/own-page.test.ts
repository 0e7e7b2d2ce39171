import assert from 'node:assert/strict'
import { after, test } from 'node:test'
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
const began = service.clock.now()
const me = '/dashboard/me'
const isIn = async (visitor: BackOfficeVisitor, backOffice = 'dashboard'): Promise<boolean> =>
  (await visitor.get(`/${backOffice}/me`)).status === 200

test('changing the password: needs the old one and a long, uncommon new one; signs out all other sessions', async () => {
  const person = await signInAt(url, 'analyst@demo.test')
  const elsewhere = await signInAt(url, 'analyst@demo.test')
  await person.get(me)
  const change = (current_password: string, new_password: string) =>
    person.send(`${me}/password`, { current_password, new_password })
  const good = 'violet-otter-seven'
  for (const [current, newPassword, message] of [
    ['wrong', good, /This is not your password/],
    [password, 'short', /at least 12 characters/],
    [password, '1qaz2wsx3edc', /Many people use this one/],
    [password, 'Analyst@demo.test', /something else than your e-mail/],
  ] as const) {
    const { status, text } = await change(current, newPassword)
    assert.deepEqual([status, message.test(text)], [422, true], newPassword)
  }
  assert.ok(await isIn(elsewhere))
  const { status, location } = await change(password, good)
  assert.deepEqual([status, location], [303, `${me}?note=password`])
  assert.deepEqual([await isIn(person), await isIn(elsewhere)], [true, false])
  assert.equal((await trySignIn(newBackOfficeVisitor(url), 'analyst@demo.test')).status, 422)
  assert.equal((await trySignIn(newBackOfficeVisitor(url), 'analyst@demo.test', good)).status, 303)
})

test('changing the password: guesses of the old one are limited, in parallel, too', async () => {
  const person = await signInAt(url, 'developer@demo.test')
  await person.get(me)
  const guesses = await Promise.all(
    Array.from({ length: 15 }, (_, index) =>
      person.send(`${me}/password`, { current_password: `guess-${index}`, new_password: 'violet-otter-seven' }),
    ),
  )
  const statuses = guesses.map(({ status }) => status)
  assert.deepEqual(
    [statuses.filter((one) => one === 422).length, statuses.filter((one) => one === 429).length],
    [10, 5],
  )
})

test('sessions: listed, and ended one by one or all but the current one', async () => {
  const person = await signInAt(url, 'admin@demo.test')
  const [one, two, three] = [
    await signInAt(url, 'admin@demo.test'),
    await signInAt(url, 'admin@demo.test'),
    await signInAt(url, 'admin@demo.test'),
  ]
  const stranger = await signInAt(url, 'admin@other.test')
  const { text } = await person.get(me)
  const ids = [...text.matchAll(/name="session_id" value="([^"]+)"/g)].map(([, id = '']) => id)
  assert.equal(ids.length, 3)
  await person.send(`${me}/sessions`, { session_id: ids[0] ?? '' })
  const left = await Promise.all([one, two, three].map((visitor) => isIn(visitor)))
  assert.equal(left.filter(Boolean).length, 2)
  // Another person's session cannot be ended.
  const [{ id } = { id: '' }] = await service.database.query(
    `select session.id from person_sessions as session join persons on persons.id = session.person_id where email = 'admin@other.test'`,
  )
  await person.send(`${me}/sessions`, { session_id: String(id) })
  assert.ok(await isIn(stranger))
  assert.equal((await person.send(`${me}/sessions`)).location, `${me}?note=sessions`)
  assert.deepEqual(await Promise.all([person, one, two, three, stranger].map((visitor) => isIn(visitor))), [
    ...[true, false, false, false, true],
  ])
})

test('support has a page of its own too', async () => {
  const agent = await signInAt(url, 'agent@support.test', 'support')
  assert.match((await agent.get('/support/me')).text, /agent@support\.test/)
  assert.equal((await agent.get(me)).status, 303)
})

test('the chosen language is stored for the person, and the form returns to the earlier page', async () => {
  const person = await signInAt(url, 'admin@ksa.test')
  await person.get(me)
  const { location } = await person.send('/dashboard/lang', { lang: 'ar', next: me })
  assert.equal(location, me)
  assert.match((await person.get(me)).text, /<html lang="ar" dir="rtl"/)
  const referred = await person.send(
    '/dashboard/lang',
    { lang: 'en' },
    { referer: `${url}/dashboard/test/payments?q=1` },
  )
  assert.equal(referred.location, '/dashboard/test/payments?q=1')
  const elsewhere = await person.send('/dashboard/lang', { lang: 'en', next: 'https://evil.example/' })
  assert.equal(elsewhere.location, '/dashboard')
})

test('activity log: each entry has the person, the address and the time', async () => {
  const rows = await service.database.query(
    `select what, person.email = activity.email as is_them, desk, on_kind, address, request_id, at
     from activities as activity join persons as person on person.id = activity.person_id
     where activity.email in ('analyst@demo.test', 'admin@demo.test') order by what`,
  )
  assert.deepEqual(
    [...new Set(rows.map(({ what }) => what))],
    ['change_password', 'end_other_sessions', 'end_session', 'sign_in'],
  )
  for (const row of rows) {
    const { what, is_them, desk, on_kind, address, request_id, at } = row
    assert.deepEqual([is_them, desk, address], [true, 'dashboard', '127.0.0.1'], String(what))
    assert.equal(on_kind, what === 'end_session' ? 'session' : 'person')
    assert.match(String(request_id), /^[0-9a-f-]{36}$/)
    assert.ok((at as Date).getTime() >= began && (at as Date).getTime() <= service.clock.now(), `${what} at ${at}`)
  }
})
