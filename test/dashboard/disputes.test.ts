import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minute } from '../../src/platform/base/times.ts'
import { type BackOfficeVisitor, password, signInAt, tokenOf } from '../../testkit/back-office-visitor.ts'
import { type DisputeShop, openDisputeShop } from '../support/disputes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: DisputeShop
let email: string
let visitor: BackOfficeVisitor
before(async () => {
  service = await startTestService()
  shop = await openDisputeShop(service)
  email = emailOf(shop)
  visitor = await signInAt(service.urls.uae, email)
})
after(() => service.close())

const emailOf = ({ merchantId }: DisputeShop): string => `admin@${merchantId.slice(-12)}.test`
const base = '/dashboard/live/disputes'

/** The version that the page of a dispute was drawn for. */
async function expectedOf(id: string, path = ''): Promise<string> {
  const page = await visitor.get(`${base}/${id}${path}`)
  return /name="dispute" value="([^"]+)"/.exec(page.text)?.[1] ?? assert.fail(page.text)
}

test('the list shows open disputes with their remaining days, and the filter is in the address', async () => {
  const dispute = await shop.openDispute({ reason: 'not_delivered', comment: 'Nothing came' })
  const page = await visitor.get(base)
  assert.equal(page.status, 200)
  assert.match(page.text, /The order did not arrive/)
  assert.match(page.text, /14 days/)
  assert.match(page.text, new RegExp(`${base}/${dispute.id}`))
  assert.match((await visitor.get(`${base}?status=to_answer`)).text, new RegExp(dispute.id))
  assert.doesNotMatch((await visitor.get(`${base}?status=declined`)).text, new RegExp(dispute.id))
  assert.doesNotMatch((await visitor.get(`${base}?created_at__gte=2027-01-01`)).text, new RegExp(dispute.id))
  assert.match((await visitor.get(`${base}?created_at__gte=soon`)).text, /Type a day/)
})

test('a page token of another list is ignored', async () => {
  assert.equal((await visitor.get(`${base}?page_token=x`)).status, 200)
})

test('test mode: the page says that there are no disputes, and has no form', async () => {
  const page = await visitor.get('/dashboard/test/disputes')
  assert.equal(page.status, 200)
  assert.match(page.text, /live mode only/)
  const dispute = await shop.openDispute()
  assert.equal((await visitor.get(`/dashboard/test/disputes/${dispute.id}`)).status, 404)
  assert.equal((await visitor.get(`/dashboard/test/disputes/${dispute.id}/evidence`)).status, 404)
  assert.equal((await visitor.send('/dashboard/test/disputes/approve', { dispute: `${dispute.id}.1` })).status, 404)
})

test('approving confirms once, refunds once, and a second press says that it is approved', async () => {
  const dispute = await shop.openDispute()
  const fields = { dispute: await expectedOf(dispute.id) }
  const question = await visitor.send(`${base}/approve`, fields)
  assert.equal(question.status, 200)
  assert.match(question.text, /340\.00.*cannot be undone/)
  assert.equal((await shop.dispute(dispute.id)).status, 'new')
  const confirmed = { ...fields, confirmed: 'yes' }
  const [one, other] = await Promise.all([
    visitor.send(`${base}/approve`, confirmed),
    visitor.send(`${base}/approve`, confirmed),
  ])
  assert.deepEqual([one.status, other.status], [303, 303])
  assert.equal(one.location, `${base}/${dispute.id}?done=approve`)
  assert.match((await visitor.get(one.location)).text, /Approved\./)
  const { status, history, payment_id } = await shop.dispute(dispute.id)
  assert.equal(status, 'refunded')
  assert.deepEqual(
    history.map(({ event_type, created_by }: Record<string, string>) => [event_type, created_by]).at(-1),
    ['dispute_approved', email],
  )
  const { body } = await shop.call('GET', `/api/v2/payments/${payment_id}`)
  assert.equal(body.refunds.length, 1)
  const log = await service.database.query(
    `select email, is_test from activities where what = 'approve_dispute' and on_id = '${dispute.id}'`,
  )
  assert.deepEqual(log[0], { email, is_test: false })
})

test('a large refund needs a recent password', async () => {
  const dispute = await shop.openDispute({ payment_id: await shop.capturedPayment('9000.00') })
  const fields = { dispute: await expectedOf(dispute.id), confirmed: 'yes' }
  service.clock.advance(11 * minute)
  const question = await visitor.send(`${base}/approve`, fields)
  assert.match(question.text, /name="proof_password"/)
  assert.equal((await visitor.send(`${base}/approve`, { ...fields, proof_password: 'x' })).status, 422)
  assert.equal((await shop.dispute(dispute.id)).status, 'new')
  assert.equal((await visitor.send(`${base}/approve`, { ...fields, proof_password: password })).status, 303)
  assert.equal((await shop.dispute(dispute.id)).status, 'refunded')
})

test('cancelling and approving both return to the filtered list', async () => {
  const [one, other] = [await shop.openDispute(), await shop.openDispute()]
  const list = '?status=new&created_at__gte=2026-01-01'
  const page = await visitor.get(`${base}${list}`)
  assert.match(page.text, /action="[^"]*approve\?[^"]*status=new[^"]*"/)
  const fields = { dispute: `${one.id}.1 ${other.id}.1` }
  const question = await visitor.send(`${base}/approve${list}`, fields)
  assert.match(question.text, /href="[^"]*\/disputes\?status=new&amp;created_at__gte=2026-01-01"/)
  assert.match(question.text, /action="[^"]*\/approve\?status=new&amp;created_at__gte=2026-01-01"/)
  const done = await visitor.send(`${base}/approve${list}`, { ...fields, confirmed: 'yes' })
  assert.equal(done.location, `${base}${list}&done=2`)
})

test('several disputes are approved together, all or none', async () => {
  const disputes = [await shop.openDispute(), await shop.openDispute()]
  const ticked = `${disputes[0].id}.1 ${disputes[1].id}.1`
  const question = await visitor.send(`${base}/approve`, { dispute: ticked })
  assert.match(question.text, /Approve 2 disputes\?.*680\.00/)
  await shop.act(disputes[1].id, 'withdraw')
  const stale = await visitor.send(`${base}/approve`, { dispute: ticked, confirmed: 'yes' })
  assert.equal(stale.status, 409)
  assert.match(stale.text, /has changed/)
  assert.equal((await shop.dispute(disputes[0].id)).status, 'new')
  const more = await shop.openDispute()
  const both = { dispute: `${disputes[0].id}.1 ${more.id}.1`, confirmed: 'yes' }
  const done = await visitor.send(`${base}/approve`, both)
  assert.deepEqual([done.status, done.location], [303, `${base}?done=2`])
  assert.equal((await visitor.send(`${base}/approve`, both)).location, `${base}?done=2`)
  assert.equal((await shop.dispute(more.id)).status, 'refunded')
})

test('no selection, too many, and invalid values get a friendly error', async () => {
  assert.match((await visitor.send(`${base}/approve`)).text, /Tick at least one/)
  const many = Array.from({ length: 21 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}.1`)
  assert.match((await visitor.send(`${base}/approve`, { dispute: many.join(' ') })).text, /at most 20/)
  for (const dispute of ['x', 'x.1', `${many[0]}.x`])
    assert.equal((await visitor.send(`${base}/approve`, { dispute })).status, 422)
})

test("a dispute that has changed since is shown anew, with 409; support's comment is a change", async () => {
  const dispute = await shop.openDispute()
  const expected = await expectedOf(dispute.id, '/evidence')
  await shop.act(dispute.id, 'comment', { text: 'We look at it' })
  const stale = await visitor.send(`${base}/${dispute.id}/evidence`, {
    dispute: expected,
    text: 'Here',
    confirmed: 'yes',
  })
  assert.equal(stale.status, 409)
  assert.match(stale.text, /Nothing was done/)
  assert.equal((await visitor.send(`${base}/${dispute.id}/challenge`, { dispute: expected })).status, 409)
  assert.equal((await shop.dispute(dispute.id)).history.length, 2)
})

test("texts and file names are escaped, and another merchant's files answer 404", async () => {
  const evil = '"><script>alert(1)</script>'
  const dispute = await shop.openDispute({ comment: evil })
  await shop.act(dispute.id, 'comment', { text: evil })
  const page = await visitor.get(`${base}/${dispute.id}`)
  assert.doesNotMatch(page.text, /<script>/)
  assert.match(page.text, /&lt;script>/)
  const other = await openDisputeShop(service)
  const theirs = await other.openDispute()
  const file = await other.attachment()
  for (const path of [`/${theirs.id}`, `/${theirs.id}/evidence`, `/${theirs.id}/challenge`, `/attachments/${file}`])
    assert.equal((await visitor.get(base + path)).status, 404, path)
  assert.equal((await visitor.send(`${base}/approve`, { dispute: `${theirs.id}.1`, confirmed: 'yes' })).status, 404)
  assert.equal((await visitor.send(`${base}/${theirs.id}/evidence`, { dispute: `${theirs.id}.1` })).status, 404)
  const expected = await expectedOf(dispute.id, '/evidence')
  const stolen = { dispute: expected, text: 'x', attachment_ids: file, confirmed: 'yes' }
  assert.equal((await visitor.send(`${base}/${dispute.id}/evidence`, stolen)).status, 422)
  assert.equal((await other.dispute(theirs.id)).status, 'new')
  assert.equal((await visitor.get(`${base}/attachments/${await shop.attachment()}`)).status, 200)
})

test('a reader sees no form, and is refused when sending one', async () => {
  const analyst = await signInAt(service.urls.uae, 'analyst@demo.test')
  const developer = await signInAt(service.urls.uae, 'developer@demo.test')
  assert.equal((await analyst.get(base)).status, 200)
  const id = '00000000-0000-4000-8000-000000000000'
  for (const path of ['/approve', `/${id}/challenge`, `/${id}/evidence`]) {
    assert.equal((await analyst.send(base + path, { dispute: `${id}.1`, form_token: tokenOf(analyst) })).status, 403)
    assert.equal(
      (await developer.send(base + path, { dispute: `${id}.1`, form_token: tokenOf(developer) })).status,
      403,
    )
  }
  assert.equal((await developer.get(base)).status, 403)
  assert.equal((await analyst.get(`${base}/${id}/evidence`)).status, 403)
})
