import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { password, signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { demoKey } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'
import { ask, fieldsOf, openForm, pageOf } from './money-forms.ts'
import { newOwnMerchant } from './own-merchant.ts'

const api = await openTestApi()
after(() => api.close())
const { service, shop } = api
const url = service.urls.uae
const operator = await signInAt(url, 'operator@demo.test')

const paymentOf = async (id: string) => (await shop.call('GET', `/api/v2/payments/${id}`)).body
/** The logged acts on a payment. */
const doneWith = async (id: string) =>
  (await service.database.query(`select what from activities where on_id = '${id}'`)).map(({ what }) => what)
const amountsOf = async (id: string, of: 'captures' | 'refunds'): Promise<string[]> =>
  (await paymentOf(id))[of].map(({ amount }: { amount: string }) => amount)

test('refund: confirmed once with its amount; only the confirmation page moves money, once however often it is sent', async () => {
  const id = await shop.capturedPayment('340.00')
  const { text, confirmed } = await ask(operator, id, 'refund', {
    ...(await openForm(operator, id, 'refund')),
    amount: '٤٠٫٥٠',
    reason: 'Scratched',
  })
  assert.match(text, /Refund AED.40\.50 of order/)
  assert.deepEqual(await amountsOf(id, 'refunds'), [])
  for (let sent = 0; sent < 3; sent += 1) {
    const { status, location } = await operator.send(`${pageOf(id)}/refund`, confirmed)
    assert.deepEqual([status, location], [303, `${pageOf(id)}?done=${confirmed['reference_id']}`])
  }
  assert.deepEqual(await amountsOf(id, 'refunds'), ['40.50'])
  assert.match((await operator.get(`${pageOf(id)}?done=${confirmed['reference_id']}`)).text, /AED.40\.50 refunded\./)
  const activities = await service.database.query(`select what, email, details from activities where on_id = '${id}'`)
  assert.deepEqual(activities, [
    {
      what: 'refund',
      email: 'operator@demo.test',
      details: { amount: '40.50', currency: 'AED', reference_id: confirmed['reference_id'] },
    },
  ])
})

test('refund: two tabs with the same expected amount confirm at once; one refunds, the other learns of the change', async () => {
  for (const move of ['refund', 'capture'] as const) {
    const id = move === 'refund' ? await shop.capturedPayment('100.00') : await shop.authorizedPayment('100.00')
    const tabs = await Promise.all(
      [0, 1].map(
        async () =>
          (await ask(operator, id, move, { ...(await openForm(operator, id, move)), amount: '40.00' })).confirmed,
      ),
    )
    assert.notEqual(tabs[0]?.['reference_id'], tabs[1]?.['reference_id'])
    const answers = await Promise.all(tabs.map((confirmed) => operator.send(`${pageOf(id)}/${move}`, confirmed)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 409])
    const late = answers.find(({ status }) => status === 409)?.text ?? ''
    assert.match(late, /AED.100\.00 was left[\s\S]*now it is AED.60\.00/)
    assert.deepEqual(await amountsOf(id, `${move}s`), ['40.00'])
    assert.deepEqual(await doneWith(id), [move])
  }
})

test('refund: one form pressed several times at once moves money once and is logged once', async () => {
  for (const move of ['refund', 'capture', 'close'] as const) {
    const id = move === 'refund' ? await shop.capturedPayment('100.00') : await shop.authorizedPayment('100.00')
    const { confirmed } = await ask(operator, id, move, { ...(await openForm(operator, id, move)), amount: '40.00' })
    const pressed = await Promise.all(
      Array.from({ length: 4 }, () => operator.send(`${pageOf(id)}/${move}`, confirmed)),
    )
    assert.deepEqual(new Set(pressed.map(({ status }) => status)), new Set([303]), move)
    if (move !== 'close') assert.deepEqual(await amountsOf(id, `${move}s`), ['40.00'])
    assert.deepEqual(await doneWith(id), [move])
  }
})

test('a refund that cannot be logged is not made', async () => {
  const { query } = service.database
  await query(`create function refuse_activity() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`)
  await query('create trigger no_room before insert on activities for each row execute function refuse_activity()')
  try {
    for (const move of ['refund', 'capture', 'close'] as const) {
      const id = move === 'refund' ? await shop.capturedPayment('100.00') : await shop.authorizedPayment('100.00')
      const { confirmed } = await ask(operator, id, move, { ...(await openForm(operator, id, move)), amount: '40.00' })
      const before = await paymentOf(id)
      assert.equal((await operator.send(`${pageOf(id)}/${move}`, confirmed)).status, 500)
      assert.deepEqual(await paymentOf(id), before)
    }
  } finally {
    await query('drop trigger no_room on activities')
  }
})

test('reason: unstorable characters are removed, and a long one is cut between characters', async () => {
  const id = await shop.capturedPayment('100.00')
  const expected = await openForm(operator, id, 'refund')
  const { confirmed } = await ask(operator, id, 'refund', {
    ...expected,
    amount: '7.00',
    reason: `\0x${'😀'.repeat(600)}`,
  })
  assert.equal((await operator.send(`${pageOf(id)}/refund`, confirmed)).status, 303)
  assert.deepEqual(
    (await paymentOf(id)).refunds.map(({ reason }: { reason: string }) => reason),
    [`x${'😀'.repeat(499)}`],
  )
})

test('order number: of two concurrent changes one gets a conflict', async () => {
  const id = await shop.authorizedPayment('100.00')
  const expected = { reference_seen: '1001' }
  const answers = await Promise.all(
    ['A-1', 'A-2'].map((order_reference_id) =>
      operator.send(`${pageOf(id)}/reference`, { ...expected, order_reference_id }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 409])
  assert.deepEqual(await doneWith(id), ['change_reference'])
})

test('an outdated page, and its confirmation page, move nothing after the shop has refunded', async () => {
  const id = await shop.capturedPayment('340.00')
  const expected = await openForm(operator, id, 'refund')
  const { confirmed } = await ask(operator, id, 'refund', { ...expected, amount: '10.00' })
  await shop.call('POST', `/api/v2/payments/${id}/refunds`, { amount: '300.00', reference_id: 'api' })
  for (const fields of [{ ...expected, amount: '10.00' }, confirmed]) {
    const { status, text } = await operator.send(`${pageOf(id)}/refund`, fields)
    assert.deepEqual([status, /AED.340\.00 was left to refund; now it is AED.40\.00/.test(text)], [409, true])
  }
  assert.deepEqual(await amountsOf(id, 'refunds'), ['300.00'])
})

test('a payment that was closed meanwhile is neither captured nor closed again, and the page says so', async () => {
  const id = await shop.authorizedPayment('340.00')
  const capture = await openForm(operator, id, 'capture')
  const close = await openForm(operator, id, 'close')
  await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00', reference_id: 'api' })
  for (const [move, fields] of [
    ['capture', { ...capture, amount: '5.00' }],
    ['close', close],
  ] as const) {
    const { status, text } = await operator.send(`${pageOf(id)}/${move}`, { ...fields, confirmed: 'yes' })
    assert.deepEqual([status, /has become “Captured”/.test(text)], [409, true], move)
  }
  assert.deepEqual(await amountsOf(id, 'captures'), ['340.00'])
})

test('a partial capture, then the rest is closed', async () => {
  const id = await shop.authorizedPayment('340.00')
  const part = await ask(operator, id, 'capture', { ...(await openForm(operator, id, 'capture')), amount: '100' })
  await operator.send(`${pageOf(id)}/capture`, part.confirmed)
  const rest = await ask(operator, id, 'close', await openForm(operator, id, 'close'))
  assert.match(rest.text, /The AED.240\.00 not captured/)
  for (let sent = 0; sent < 2; sent += 1) {
    const { status, location } = await operator.send(`${pageOf(id)}/close`, rest.confirmed)
    assert.deepEqual([status, location], [303, `${pageOf(id)}?done=close`])
  }
  const { status, captures } = await paymentOf(id)
  assert.deepEqual([status, captures.length], ['CLOSED', 1])
})

test('an invalid amount, or more than the remaining amount, is an error at its field, and the input is kept', async () => {
  const id = await shop.capturedPayment('340.00')
  for (const amount of ['', '0', '-5', 'ten', '340.01', '1.001']) {
    const { status, text } = await operator.send(`${pageOf(id)}/refund`, {
      ...(await openForm(operator, id, 'refund')),
      amount,
    })
    assert.equal(status, 422, amount)
    assert.match(text, /Type an amount above zero and at most AED.340\.00/)
    if (amount !== '') assert.match(text, new RegExp(`value="${amount}"`))
  }
  const bare = await operator.send(`${pageOf(id)}/refund`, { amount: '5', confirmed: 'yes' })
  assert.equal(bare.status, 403)
  assert.deepEqual(await amountsOf(id, 'refunds'), [])
})

test('a reader sees no form, and is refused when sending one', async () => {
  const analyst = await signInAt(url, 'analyst@demo.test')
  for (const id of [await shop.capturedPayment('340.00'), await shop.authorizedPayment('340.00')]) {
    const before = await paymentOf(id)
    const { status, text } = await analyst.get(pageOf(id))
    assert.equal(status, 200)
    assert.doesNotMatch(text, /method="post" action="\/dashboard\/test\/payments/)
    for (const form of ['capture', 'refund', 'close', 'reference', 'resend']) {
      const fields = { reference_id: 'abcdefgh', amount_seen: '340.00', amount: '1.00', confirmed: 'yes' }
      assert.equal((await analyst.send(`${pageOf(id)}/${form}`, fields)).status, 403, form)
    }
    assert.deepEqual(await paymentOf(id), before)
    assert.deepEqual(await doneWith(id), [])
  }
})

test('a large refund needs a recent password and continues after it', async () => {
  const visitor = await signInAt(url, 'admin@demo.test')
  const id = await shop.capturedPayment('6000.00')
  service.clock.advance(11 * 60_000)
  const small = await ask(visitor, id, 'refund', { ...(await openForm(visitor, id, 'refund')), amount: '5.00' })
  assert.equal((await visitor.send(`${pageOf(id)}/refund`, small.confirmed)).status, 303)
  const { confirmed } = await ask(visitor, id, 'refund', {
    ...(await openForm(visitor, id, 'refund')),
    amount: '5000.01',
  })
  const question = await visitor.send(`${pageOf(id)}/refund`, confirmed)
  assert.match(question.text, /name="proof_password"/)
  assert.equal((await visitor.send(`${pageOf(id)}/refund`, { ...confirmed, proof_password: 'wrong' })).status, 422)
  assert.deepEqual(await amountsOf(id, 'refunds'), ['5.00'])
  assert.equal((await visitor.send(`${pageOf(id)}/refund`, { ...confirmed, proof_password: password })).status, 303)
  assert.deepEqual(await amountsOf(id, 'refunds'), ['5.00', '5000.01'])
})

test('a refund of a disputed payment is blocked, and the page says why', async () => {
  const live = api.open(demoKey(1, 'sk_'))
  const id = await live.capturedPayment('200.00')
  const page = pageOf(id).replace('/test/', '/live/')
  const { text } = await operator.get(page)
  const expected = fieldsOf(text, 'refund')
  const opened = await live.call('POST', '/sandbox/disputes', { payment_id: id, reason: 'not_delivered' })
  assert.ok(opened.status < 300, opened.text)
  const { status, text: message } = await operator.send(`${page}/refund`, {
    ...expected,
    amount: '5.00',
    confirmed: 'yes',
  })
  assert.deepEqual([status, /A dispute is open/.test(message)], [409, true])
  const now = (await operator.get(page)).text
  assert.match(now, /href="\/dashboard\/live\/disputes\/[0-9a-f-]{36}"/)
  assert.doesNotMatch(now, /id="refund"/)
})

test('the page offers to close an order until the authorization expires', async () => {
  const own = await newOwnMerchant(api)
  await service.database.query(`update stores set auto_capture_seconds = null where merchant_id = '${own.id}'`)
  const id = await own.test.authorizedPayment()
  const formsOf = async () =>
    [...(await own.admin.get(pageOf(id))).text.matchAll(/<form[^>]* id="(\w+)"/g)].map(([, form]) => form)
  assert.deepEqual(await formsOf(), ['capture', 'close', 'resend', 'reference'])
  succeed(await own.test.call('POST', '/sandbox/clock', { advance: 'P366D' }))
  assert.deepEqual(await formsOf(), ['capture', 'resend', 'reference'])
  const data = (await own.admin.get(`${pageOf(id)}/json`)).text
  assert.match(data, /"cancelable":false/)
})
