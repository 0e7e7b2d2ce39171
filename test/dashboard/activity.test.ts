import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day } from '../../src/platform/base/times.ts'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let admin: BackOfficeVisitor
const path = '/dashboard/test/activity'

before(async () => {
  service = await startTestService({ env: { WEBHOOK_HOSTS: 'shop.test=127.0.0.1:9' } })
  admin = await signInAt(service.urls.uae, 'admin@demo.test')
})
after(() => service.close())

const lines = (page: string): string[] =>
  [...page.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].slice(1).map(([, row = '']) => row)

/** Makes a key in a mode, which is logged. */
async function makeKey(name: string, mode = 'test'): Promise<void> {
  const page = await admin.get(`/dashboard/${mode}/keys`)
  const key = /name="key" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  assert.equal((await admin.send(`/dashboard/${mode}/keys`, { key, name, kind: 'public' })).status, 200)
}

test('activity log: newest first, with person, act, object, time and address', async () => {
  await makeKey('Till <3>')
  const [first = '', second = ''] = lines((await admin.get(path)).text)
  assert.match(
    first,
    /1 Mar 2026[\s\S]*14:00[\s\S]*admin@demo\.test[\s\S]*Made a key[\s\S]*Till &lt;3>[\s\S]*127\.0\.0\.1/,
  )
  assert.match(second, /Signed in/)
})

test('activity log: filtered by person, act and day, and the filter is in the address', async () => {
  await signInAt(service.urls.uae, 'operator@demo.test')
  const by = async (query: string): Promise<string[]> => lines((await admin.get(`${path}?${query}`)).text)
  assert.deepEqual(
    (await by('email=OPERATOR@demo.test')).map((row) => /Signed in/.test(row)),
    [true],
  )
  assert.ok((await by('what=issue_key')).every((row) => /Made a key/.test(row)))
  assert.equal((await by('created_at__gte=2026-03-02')).length, 0)
  assert.ok((await by('created_at__gte=2026-03-01&created_at__lte=2026-03-01')).length >= 3)
  const page = (await admin.get(`${path}?what=issue_key&email=admin@demo.test`)).text
  assert.match(page, /activity\.csv\?email=admin%40demo\.test&amp;what=issue_key/)
  assert.match(page, /<option value="issue_key" selected/)
  assert.equal((await admin.get(`${path}?created_at__gte=yesterday`)).status, 422)
})

test('activity log: paged; the file has all rows, and no cell is a formula', async () => {
  const values = Array.from(
    { length: 60 },
    (_, index) => `('00000000-0000-4000-8000-${String(index).padStart(12, '0')}'::uuid, '=cmd()|${index}')`,
  ).join(', ')
  await service.database.query(
    `insert into activities (merchant_id, id, at, desk, person_id, email, what, on_kind, on_id, is_test, address, request_id, details)
     select (select merchant_id from merchants where name = 'Demo UAE'), made.id, now(), 'dashboard', gen_random_uuid(), name,
       'capture', 'payment', gen_random_uuid()::text, true, '::1', '', '{}' from (values ${values}) as made (id, name)`,
  )
  const page = (await admin.get(`${path}?what=capture`)).text
  assert.equal(lines(page).length, 50)
  const older = /rel="next" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? assert.fail()
  assert.equal(lines((await admin.get(older)).text).length, 10)
  const file = await admin.get(`/dashboard/test/activity.csv?what=capture`)
  assert.match(file.headers.get('content-disposition') ?? '', /attachment; filename="activity\.csv"/)
  const rows = file.text.split('\r\n')
  assert.equal(rows.length, 62)
  assert.match(rows[0] ?? '', /^\ufeff?id,at,email,what,on_kind,on_id,mode,address,details$/)
  assert.ok(rows.slice(1, -1).every((row) => row.includes("'=cmd()")))
})

test('activity log: a developer sees no live mode, an analyst sees all; another merchant sees neither', async () => {
  await makeKey('live till', 'live')
  const developer = await signInAt(service.urls.uae, 'developer@demo.test')
  const analyst = await signInAt(service.urls.uae, 'analyst@demo.test')
  const stranger = await signInAt(service.urls.uae, 'admin@other.test')
  assert.match((await analyst.get(path)).text, /live till/)
  for (const address of [path, '/dashboard/test/activity.csv']) {
    assert.doesNotMatch((await developer.get(address)).text, /live till/)
    assert.doesNotMatch((await stranger.get(address)).text, /demo\.test|live till/)
  }
  assert.equal((await developer.get('/dashboard/live/activity')).status, 403)
})

test('activity log: append-only, also for the service', async () => {
  service.clock.advance(day)
  await assert.rejects(service.database.db.runText('delete from activities'), { code: '42501' })
  await assert.rejects(service.database.db.runText(`update activities set email = 'x'`), { code: '42501' })
})

test('two webhooks registered in a row have different names, and each act names the host', async () => {
  const hooks = '/dashboard/test/webhooks'
  const visitor = await signInAt(service.urls.uae, 'admin@demo.test')
  await visitor.get(`${hooks}/new`)
  for (const name of ['one', 'two']) {
    const made = await visitor.send(hooks, { url: `http://shop.test/${name}` })
    assert.equal(made.status, 303, made.text)
  }
  const rows = lines((await visitor.get(`${path}?what=register_webhook`)).text)
  const shown = rows.map((row) => /webhooks\/([0-9a-f-]{36})"[\s\S]*?<bdi dir="ltr">…([0-9a-f]{8})<\/bdi>/.exec(row))
  assert.equal(shown.length, 2)
  for (const one of shown) assert.equal(one?.[1]?.slice(-8), one?.[2])
  assert.notEqual(shown[0]?.[2], shown[1]?.[2])
  const [id] = shown.map((one) => one?.[1])
  await visitor.send(`${hooks}/${id}/test`)
  const [tried = ''] = lines((await visitor.get(`${path}?what=send_test_event`)).text)
  assert.match(tried, /shop\.test/)
})

test('activity log: objects and details link to their pages, also those of the other mode', async () => {
  const visitor = await signInAt(service.urls.uae, 'admin@demo.test')
  const id = await openShop(service.urls.uae, demoKey(1)).createdPayment()
  const insert = (what: string, kind: string, isTest: boolean) =>
    service.database.query(
      `insert into activities (merchant_id, id, at, desk, person_id, email, what, on_kind, on_id, is_test, address, request_id, details)
       select merchant_id, gen_random_uuid(), at + interval '1 day', desk, person_id, email, '${what}', '${kind}', '${id}',
         ${isTest}, address, request_id, '{"payment_id": "${id}"}' from activities
         where what = 'issue_key' and merchant_id = (select merchant_id from merchants where name = 'Demo UAE') limit 1`,
    )
  await insert('revoke_key', 'key', false)
  await insert('make_link', 'link', true)
  const hrefsOf = async (query: string): Promise<string[]> => {
    const [row = ''] = lines((await visitor.get(`${path}?${query}`)).text)
    return [...row.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
  }
  assert.deepEqual(await hrefsOf('what=revoke_key'), ['/dashboard/live/keys', `/dashboard/live/payments/${id}`])
  const hrefs = await hrefsOf('what=make_link')
  assert.deepEqual(hrefs, [`/dashboard/test/links/${id}`, `/dashboard/test/payments/${id}`])
  assert.equal((await visitor.get(hrefs[1] ?? '')).status, 200)
})
