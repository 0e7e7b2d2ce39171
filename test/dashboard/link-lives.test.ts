import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { loadErasedPlaces } from '../../src/entries/erased-places.ts'
import { emptyUnfinished, removeUnfinished } from '../../src/money/checkout/sessions/unfinished.ts'
import { eraseCustomer } from '../../src/money/customers/erase-customer.ts'
import { duePayments } from '../../src/money/payments/due-payments.ts'
import { operator } from '../../src/platform/base/principal.ts'
import { day, minute } from '../../src/platform/base/times.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { fillIn, goodCard, sendForm, stageFor } from '../pages/forms.ts'
import { type NewMerchant, openTestApi } from '../support/api.ts'
import { askDoctor } from '../support/doctor.ts'
import { linkOrder, linksPath, type MadeLink, makeLink, openLink, openLinkForms } from '../support/links.ts'

const api = await openTestApi()
const { service } = api
const { query } = service.database
const url = service.urls.uae
let merchant: NewMerchant
let visitor: BackOfficeVisitor
before(async () => {
  merchant = await api.newMerchant()
})
beforeEach(async () => {
  visitor = await signInAt(url, `admin@${merchant.id.slice(-12)}.test`)
})
after(() => api.close())

const rowOf = async ({ id }: MadeLink): Promise<Record<string, unknown>> =>
  (await query(`select * from payment_links where id = '${id}'`))[0] ?? assert.fail()
const reopen = (link: MadeLink) => openLink(url + link.publicPath)

test('a customer whom the rules refuse, or who leaves, does not end the link', async () => {
  const link = await makeLink(visitor)
  const refused = await openLinkForms(url, link)
  await fillIn(refused, goodCard.number, '+971500000002')
  await sendForm(refused, 'pay')
  assert.equal(await stageFor(refused), 'refused')
  const again = await openLink(url + link.publicPath, refused.cookie)
  assert.match(again.location, new RegExp(refused.sessionId))
  const left = await openLinkForms(url, link)
  await sendForm(left, 'cancel')
  assert.equal(await stageFor(left), 'cancelled')
  assert.match((await visitor.get(link.path)).text, /It is good until/)
  const payer = await openLinkForms(url, link)
  await fillIn(payer)
  await sendForm(payer, 'pay')
  assert.deepEqual(await Promise.all([refused, left, payer].map(stageFor)), ['refused', 'over', 'approved'])
  // The payer's own browser sees the payment again, any other one does not.
  assert.match((await openLink(url + link.publicPath, payer.cookie)).location, new RegExp(payer.sessionId))
  assert.match((await reopen(link)).text, /already paid/)
})

test('the API lists the paid payment of a link and no other, with the order number as it was typed', async () => {
  const link = await makeLink(visitor, { order_reference_id: 'Chair-9' })
  const payer = await openLinkForms(url, link)
  await openLinkForms(url, link)
  await fillIn(payer)
  await sendForm(payer, 'pay')
  const { payments } = succeed(await merchant.test.call('GET', '/api/v2/payments?limit=20')).body
  const own = payments.filter(({ order }: { order: { reference_id: string } }) => order.reference_id === 'Chair-9')
  assert.deepEqual(
    own.map(({ status }: { status: string }) => status),
    ['AUTHORIZED'],
  )
  const session = succeed(await merchant.test.call('GET', `/api/v2/checkout/${payer.sessionId}`)).body
  assert.deepEqual([session.status, session.payment.order.reference_id], ['approved', 'Chair-9'])
})

test('a token of nobody, of another region or none at all is 404, in both languages', async () => {
  const link = await makeLink(visitor)
  for (const path of ['/hpp/link/x', `/hpp/link/${randomUUID()}`, '/hpp/link/%00', `/hpp/link/${link.id}`]) {
    const { status, text } = await openLink(`${url}${path}?lang=ar`)
    assert.deepEqual([status, /lang="ar"/.test(text)], [404, true], path)
  }
  assert.equal((await openLink(service.urls.ksa + link.publicPath)).status, 404)
})

test('a link of a version before is the address of its session, and ends with it', async () => {
  const { id, path } = await makeLink(visitor)
  await query(`update sessions set link_id = null where link_id = '${id}'`)
  await query(`update payment_links set token = null, ends_at = null, order_body = null where id = '${id}'`)
  const { text } = await visitor.get(path)
  const [, address = ''] = /value="([^"]*\/hpp\/\?sessionId=[^"]*)"/.exec(text) ?? []
  assert.equal((await fetch(address.replaceAll('&amp;', '&'))).status, 200)
  assert.equal((await visitor.send(`${path}/send`, { sends_seen: '0' })).location, `${path}?done=send`)
  assert.equal((await visitor.get(`${path}/qr.png`)).status, 200)
  service.clock.advance(20 * minute)
  assert.match((await visitor.get(path)).text, /its time is over/)
  assert.equal((await visitor.send(`${path}/cancel`, { confirmed: 'yes' })).location, `${path}?done=cancel`)
})

test('a link keeps its order for later sessions, until a week after its end', async () => {
  const link = await makeLink(visitor, { life: 'date', ends_on: '2026-03-31' })
  service.clock.advance(10 * day)
  while ((await settleDue(service.app, duePayments)) > 0);
  await emptyUnfinished(service.app)
  visitor = await signInAt(url, `admin@${merchant.id.slice(-12)}.test`)
  assert.match((await visitor.get(link.path)).text, /Two lamps/)
  const { sessionId } = await openLinkForms(url, link)
  const { payment } = succeed(await merchant.test.call('GET', `/api/v2/checkout/${sessionId}`)).body
  const { amount, description, buyer, order } = payment
  assert.deepEqual(
    [amount, description, buyer.name, buyer.phone, buyer.email, order.reference_id],
    ['340.00', ...[linkOrder.description, linkOrder.name, linkOrder.phone, linkOrder.email, 'A-77']],
  )
  service.clock.advance(40 * day)
  while ((await settleDue(service.app, duePayments)) > 0);
  await emptyUnfinished(service.app)
  assert.equal((await rowOf(link))['order_body'], null)
  assert.match((await reopen(link)).text, /This link has ended/)
  service.clock.advance(400 * day)
  await query('delete from notifications')
  while ((await removeUnfinished(service.app)) > 0);
  assert.deepEqual(await query(`select from payment_links where id = '${link.id}'`), [])
  assert.equal((await reopen(link)).status, 404)
})

test('erasing a customer removes the order of an open link, which nobody can open any more', async () => {
  const phone = '+971507778888'
  const link = await makeLink(visitor, { phone, name: 'Zubaydah Link', life: 'week' })
  service.clock.advance(day)
  while ((await settleDue(service.app, duePayments)) > 0);
  const erasing = { by: operator, reason: '' }
  await eraseCustomer(service.app, await loadErasedPlaces(service.app), { phone, isTest: true }, erasing)
  const { order_body: order, cancelled_at: cancelledAt } = await rowOf(link)
  assert.deepEqual([order, cancelledAt === null], [null, false])
  assert.match((await reopen(link)).text, /This link was cancelled/)
  const row = JSON.stringify(
    await query(`select link, session from payment_links as link join sessions as session
    on session.link_id = link.id where link.id = '${link.id}'`),
  )
  assert.ok(!row.includes('Zubaydah'))
})

test('an end that cannot be is refused, and the typed form is kept', async () => {
  await visitor.get(linksPath)
  for (const ends_on of ['', 'soon', '2020-01-01', '2026-02-30', '2031-01-01', "2026-03-01'--"]) {
    const form = { ...linkOrder, link: randomUUID(), life: 'date', ends_on }
    const { status, text } = await visitor.send(linksPath, form)
    assert.equal(status, 422, ends_on)
    assert.match(text, /Type a day from today to/)
    assert.match(text, /value="date" checked/)
    assert.match(text, /value="Sara Ali"/)
  }
  const link = await makeLink(visitor, { life: 'forever' })
  const { made_at: madeAt, ends_at: endsAt } = await rowOf(link)
  assert.equal(Number(endsAt) - Number(madeAt), day)
})

test('the doctor finds nothing', async () => {
  assert.deepEqual(await askDoctor(service.app), [])
})
