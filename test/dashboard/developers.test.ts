import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day } from '../../src/platform/base/times.ts'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { type NewMerchant, openTestApi, type TestApi } from '../support/api.ts'

let api: TestApi
let merchant: NewMerchant
let visitor: BackOfficeVisitor
before(async () => {
  api = await openTestApi()
  merchant = await api.newMerchant()
  visitor = await signInAt(api.service.urls.uae, `admin@${merchant.id.slice(-12)}.test`)
})
after(() => api.close())

const base = '/dashboard/test/developers'

test("the journal lists the shop's calls, each with request, answer and changes", async () => {
  assert.match((await visitor.get(base)).text, /Nothing has happened yet/)
  const id = await merchant.test.capturedPayment()
  const { text } = await visitor.get(base)
  assert.match(text, /Asked to capture a payment with reference_id whole; answered 200/)
  const links = [...text.matchAll(/href="(\/dashboard\/test\/developers\/journal\/[^"]+)"/g)].map(
    ([, href = '']) => href,
  )
  const captured = await Promise.all(links.map((href) => visitor.get(href)))
  const call = captured.find((page) => page.text.includes(`/payments/${id}/captures`)) ?? assert.fail()
  assert.match(call.text, /&quot;reference_id&quot;: &quot;whole&quot;|"reference_id": "whole"/)
  assert.doesNotMatch(call.text, /sk_test_[0-9a-f]{8}/)
  const stranger = await signInAt(api.service.urls.uae, 'admin@other.test')
  for (const href of links) assert.equal((await stranger.get(href)).status, 404)
})

test('the journal is paged', async () => {
  for (let count = 0; count < 40; count += 1) await merchant.test.createdPayment()
  const calls: string[] = []
  const rows: number[] = []
  for (let next: string | undefined = base; next !== undefined; ) {
    const { text } = await visitor.get(next)
    rows.push(text.split('<tr').length - 2)
    calls.push(...[...text.matchAll(/developers\/journal\/([0-9a-f-]{36})/g)].map(([, id = '']) => id))
    next = /href="([^"]*\?before=\d+)"/.exec(text)?.[1]
  }
  const entries = await api.service.database.query(
    `select request_id from journal_entries where merchant_id = '${merchant.id}' and is_test order by number desc`,
  )
  const expected = entries.flatMap(({ request_id }) => (request_id === null ? [] : [String(request_id)]))
  assert.deepEqual(calls, expected)
  assert.ok(rows.length > 1)
  assert.deepEqual(rows.slice(0, -1), rows.slice(0, -1).fill(50))
})

test('a fault rule is added, injects, is counted, and removed', async () => {
  const sent = await visitor.send(`${base}/faults`, { preset: 'conflict' })
  assert.equal(sent.location, `${base}?done=fault`)
  const id = await merchant.test.authorizedPayment()
  const capture = () =>
    merchant.test.call('POST', `/api/v2/payments/${id}/captures`, { amount: '1.00', reference_id: 'c' })
  assert.deepEqual([(await capture()).status, (await capture()).status], [409, 200])
  const { text } = await visitor.get(base)
  assert.match(text, /capturePayment/)
  const fault = /name="id" value="([^"]+)"/.exec(text)?.[1] ?? assert.fail()
  assert.equal((await visitor.send(`${base}/faults/remove`, { id: fault })).location, `${base}?done=removed`)
  assert.equal((await visitor.send(`${base}/faults/remove`, { id: fault })).location, `${base}?done=removed`)
  assert.match((await visitor.get(base)).text, /Nothing goes wrong on purpose/)
})

test('a fault rule is typed as JSON of the API; errors are shown at its field; all rules can be removed at once', async () => {
  const wrong = await visitor.send(`${base}/faults`, { rule: '{"on":{"operation":"nothing"},"do":{"kind":"slow"}}' })
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /\$\.on\.operation must be the operationId/)
  assert.match(wrong.text, /nothing/)
  assert.equal((await visitor.send(`${base}/faults`, { rule: 'no json' })).status, 422)
  const rule = JSON.stringify({ on: { operation: 'closePayment' }, do: { kind: 'conflict' } })
  assert.equal((await visitor.send(`${base}/faults`, { rule })).status, 303)
  assert.match((await visitor.get(base)).text, /0 of 1/)
  const closing = `/api/v2/payments/${await merchant.test.authorizedPayment()}/close`
  assert.equal((await merchant.test.call('POST', closing)).status, 409)
  assert.match((await visitor.get(base)).text, /1, used up/)
  const unmet = JSON.stringify({ on: { operation: 'listPayments' }, do: { kind: 'conflict' } })
  const never = await visitor.send(`${base}/faults`, { rule: unmet })
  assert.deepEqual([never.status, /answers no 409/.test(never.text)], [422, true])
  assert.equal((await visitor.send(`${base}/faults`, { preset: 'dropped' })).status, 303)
  for (const id of ['', 'none']) assert.equal((await visitor.send(`${base}/faults/remove`, { id })).status, 404)
  assert.equal((await merchant.test.call('GET', '/sandbox/faults')).body.faults.length, 2)
  await visitor.send(`${base}/faults/remove`, {})
  assert.deepEqual((await merchant.test.call('GET', '/sandbox/faults')).body.faults, [])
})

const expectedIn = (text: string): { clock_seen: string } => ({
  clock_seen: /name="clock_seen" value="(\d+)"/.exec(text)?.[1] ?? assert.fail(text),
})
const readExpected = async () => expectedIn((await visitor.get(base)).text)

test('advancing the clock processes all that falls due', async () => {
  const id = await merchant.test.authorizedPayment()
  const move = async (advance: string) => visitor.send(`${base}/clock`, { ...(await readExpected()), advance })
  assert.equal((await move('P21D')).location, `${base}?done=clock`)
  assert.equal((await move('P1D')).status, 303)
  assert.equal((await merchant.test.call('GET', `/api/v2/payments/${id}`)).body.status, 'CLOSED')
  for (const advance of ['', 'yesterday', 'P2000Y']) {
    const refused = await move(advance)
    assert.deepEqual([refused.status, /does not go so far/.test(refused.text)], [422, true])
  }
})

test('once the clock was advanced, every page says by which clock its times are, and what both show', async () => {
  const ofShop = /They are by your shop's clock, which was advanced and shows [^.]*\d:\d\d:\d\d\. The real time is/
  const real = /They are real times: it is [^.]*\d:\d\d:\d\d\. Your shop's clock was advanced, and shows/
  for (const [path, note] of [
    ['', ofShop],
    ['/payments', ofShop],
    ['/developers', real],
    ['/activity', real],
    ['/keys', real],
    ['/team', real],
  ] as const)
    assert.match((await visitor.get(`/dashboard/test${path}`)).text, note, path)
  await visitor.send('/dashboard/lang', { lang: 'ar', next: base })
  assert.match((await visitor.get(base)).text, /أما ساعة متجرك فقد قُدِّمت/)
  await visitor.send('/dashboard/lang', { lang: 'en', next: base })
})

test('repeated presses advance the clock once, and the page shows the new time', async () => {
  const form = { ...(await readExpected()), advance: 'P1D' }
  const standsAt = Number(form.clock_seen)
  const presses = await Promise.all([1, 2, 3].map(() => visitor.send(`${base}/clock`, form)))
  assert.deepEqual(presses.map(({ status }) => status).sort(), [303, 409, 409])
  assert.equal(Number((await readExpected()).clock_seen), standsAt + day)
  const late = await visitor.send(`${base}/clock`, form)
  assert.deepEqual([late.status, /It was not moved/.test(late.text)], [409, true])
  for (const { text } of [late, ...presses.filter(({ status }) => status === 409)])
    assert.ok(Number(expectedIn(text).clock_seen) >= standsAt)
  assert.equal(expectedIn(late.text).clock_seen, String(standsAt + day))
  for (const clock_seen of ['', 'x'])
    assert.equal((await visitor.send(`${base}/clock`, { advance: 'P1D', clock_seen })).status, 409)
  const moved = await api.service.database.query(
    `select details->>'advance' as advance from activities where what = 'advance_clock' order by id`,
  )
  assert.deepEqual(
    moved.map(({ advance }) => advance),
    ['P21D', 'P1D', 'P1D'],
  )
  const [added] = await api.service.database.query(
    `select details->>'rule' as rule from activities where what = 'add_fault' order by id limit 1`,
  )
  assert.match(String(added?.['rule']), /^\{"on":\{"operation":"capturePayment".*"do":\{"kind":"conflict"\}\}$/)
})

test('a reader changes nothing, live mode has no such page, and every act is logged', async () => {
  const analyst = await signInAt(api.service.urls.uae, 'analyst@demo.test')
  assert.equal((await analyst.get(base)).status, 200)
  assert.doesNotMatch((await analyst.get(base)).text, /<form[^>]*developers/)
  for (const [form, fields] of [
    ['clock', { advance: 'P1D' }],
    ['faults', { preset: 'lost' }],
    ['faults/remove', {}],
  ] as const)
    assert.equal((await analyst.send(`${base}/${form}`, fields)).status, 403)
  assert.equal((await visitor.get('/dashboard/live/developers')).status, 404)
  const log = await api.service.database.query(
    `select distinct what from activities where merchant_id = '${merchant.id}' and what like any ('{%fault%,%clock%}') order by what`,
  )
  assert.deepEqual(
    log.map(({ what }) => what),
    ['add_fault', 'advance_clock', 'remove_fault'],
  )
})

test('without rehearsals the page does not exist and nothing links to it', async () => {
  const plain = await openTestApi({ env: { REHEARSAL: 'off' } })
  try {
    const admin = await signInAt(plain.service.urls.uae, 'admin@demo.test')
    assert.equal((await admin.get(base)).status, 404)
    assert.doesNotMatch((await admin.get('/dashboard/test')).text, /developers/)
  } finally {
    await plain.close()
  }
})
