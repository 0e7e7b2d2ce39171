import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { byKind, readJournal } from '../support/journal.ts'
import { at, openAccount, signIn } from './account-forms.ts'
import { fillIn, openForms, sendForm } from './forms.ts'

const { service, url, shop, newPhone } = await openAccount()
after(() => service.close())

const deedsSince = async (since: string) =>
  byKind((await readJournal(shop, { since })).entries, 'customer').map(({ operation, payment_id }) => [
    operation,
    payment_id,
  ])

test("journal: has the customer's steps on the payment page, without typed texts", async () => {
  const { cursor } = await readJournal(shop)
  const customer = await openForms(shop)
  await fillIn(customer)
  assert.equal((await sendForm(customer, 'pay')).status, 303)
  const id = customer.paymentId
  assert.deepEqual(
    await deedsSince(cursor),
    ['openPage', 'givePhone', 'enterCode', 'giveCard', 'openPage', 'payFirstPart'].map((operation) => [operation, id]),
  )
  const { entries } = await readJournal(shop, { since: cursor, payment_id: id })
  const pressed = entries.find(({ operation }) => operation === 'payFirstPart')
  assert.equal(pressed?.summary, 'The customer pressed the button that pays the first part.')
  const authorized = entries.find(({ operation }) => operation === 'authorize')
  assert.equal(authorized?.request_id, pressed?.request_id)
  const rows = await service.database.query(`select * from journal_entries where kind = 'customer'`)
  for (const typed of ['8888', '4242', '+9715007', '"code"']) assert.ok(!JSON.stringify(rows).includes(typed), typed)
})

test('journal: has errors of forms, and leaving as leaving', async () => {
  const { cursor } = await readJournal(shop)
  const customer = await openForms(shop)
  assert.equal((await sendForm(customer, 'phone', { phone: 'none' })).status, 422)
  assert.equal((await sendForm(customer, 'cancel')).status, 303)
  const customers = byKind((await readJournal(shop, { since: cursor })).entries, 'customer')
  assert.deepEqual(
    customers.map(({ status, summary }) => [status, summary]),
    [
      [200, 'The customer opened the payment page.'],
      [422, 'The customer wanted to give a phone number, and was told what is in the way.'],
      [303, 'The customer left.'],
    ],
  )
})

test('journal: steps at the account go to the merchant of the purchase', async () => {
  const phone = newPhone()
  const customer = await openForms(shop, { buyer: { name: 'Sara Ali', email: 'sara@example.com', phone } })
  await sendForm(customer, 'phone', { phone })
  await sendForm(customer, 'code', { code: '8888' })
  await sendForm(customer, 'card', { number: '4242424242424242', expiry: '12/30', security_code: '123' })
  await sendForm(customer, 'pay')
  const id = customer.paymentId
  await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00', reference_id: 'whole' })
  const { cursor } = await readJournal(shop)
  const visitor = await signIn(url, phone)
  const { text } = await visitor.get(at(id, '/pay', '&what=next'))
  const field = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
  const sent = { amount: field('amount'), last_charge: field('last_charge') }
  assert.equal((await visitor.send(at(id, '/pay', '&what=next'), sent)).status, 303)
  assert.deepEqual(await deedsSince(cursor), [['payEarly', id]])
  // The same form again charges nothing and leads to the result of the first.
  assert.equal((await visitor.send(at(id, '/pay', '&what=next'), sent)).status, 303)
  const pressed = 'The customer pressed the button that pays ahead of time.'
  const customers = byKind((await readJournal(shop, { since: cursor })).entries, 'customer')
  assert.deepEqual(
    customers.map(({ summary }) => summary),
    [pressed, pressed],
  )
})
