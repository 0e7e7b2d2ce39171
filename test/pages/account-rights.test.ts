import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { changeServiceBlock } from '../../src/money/risk/service-blocks.ts'
import { signInAt } from '../../testkit/back-office-visitor.ts'
import { succeed } from '../../testkit/client.ts'
import { type CommandResult, runQist } from '../../testkit/command.ts'
import { askDoctor } from '../support/doctor.ts'
import { newVisitor, openAccount, signIn, testMode } from './account-forms.ts'

const { service, url, shop, newPhone } = await openAccount()
after(() => service.close())

async function buy(phone: string): Promise<string> {
  const buyer = { name: 'Mariam Unmistakable', email: 'mariam@unmistakable.test', phone, dob: '1990-04-17' }
  const id = succeed(await shop.checkout('340.00', { buyer })).body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00' }))
  return id
}

test('correct at the account: name and e-mail; a wrong one is said beside its field and changes nothing', async () => {
  const phone = newPhone()
  const id = await buy(phone)
  const visitor = await signIn(url, phone)
  assert.match((await visitor.get(`/account/data${testMode}`)).text, /value="Mariam Unmistakable"/)
  const wrong = await visitor.send(`/account/correct${testMode}`, { name: '', email: 'none' })
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /Enter your name.*Enter an e-mail address/s)
  const done = await visitor.send(`/account/correct${testMode}`, { name: 'Maryam', email: 'maryam@shop.test' })
  assert.equal(done.status, 303)
  assert.match((await visitor.get(done.location)).text, /changed in every purchase/)
  const { buyer } = succeed(await shop.call('GET', `/api/v2/payments/${id}`)).body
  assert.deepEqual([buyer.name, buyer.email, buyer.phone], ['Maryam', 'maryam@shop.test', phone])
  assert.equal((await newVisitor(url).send(`/account/correct${testMode}`, { name: 'A', email: 'a@b.c' })).status, 403)
})

test('a new phone at the account: codes to both numbers, then plan, messages and session are of the new one', async () => {
  const [old, next] = [newPhone(), newPhone()]
  const id = await buy(old)
  const visitor = await signIn(url, old)
  const other = await signIn(url, old)
  await visitor.get(`/account/data${testMode}`)
  const same = await visitor.send(`/account/new-phone${testMode}`, { phone: old })
  assert.equal(same.status, 422)
  assert.match(same.text, /signed in with/)
  const sent = await visitor.send(`/account/new-phone${testMode}`, { phone: next })
  assert.deepEqual([sent.status, sent.location], [303, '/account/new-phone?mode=test&lang=en'])
  assert.match((await visitor.get(sent.location)).text, /name="oldCode".*name="newCode"/s)
  const wrong = await visitor.send(`/account/new-phone-codes${testMode}`, { oldCode: '8888', newCode: '1111' })
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /is not right/)
  const rows = () => service.database.query(`select phone from collections where id = '${id}'`)
  assert.deepEqual(await rows(), [{ phone: old }])
  const done = await visitor.send(`/account/new-phone-codes${testMode}`, { oldCode: '8888', newCode: '8888' })
  assert.equal(done.status, 303)
  assert.match((await visitor.get(done.location)).text, /Your number is changed/)
  assert.deepEqual(await rows(), [{ phone: next }])
  assert.equal(succeed(await shop.call('GET', `/api/v2/payments/${id}`)).body.buyer.phone, next)
  assert.match((await visitor.get(`/account${testMode}`)).text, /left to pay|Next:/i)
  assert.match((await other.get(`/account${testMode}`)).text, /name="phone"/)
  const again = await visitor.send(`/account/new-phone-codes${testMode}`, { oldCode: '8888', newCode: '8888' })
  assert.notEqual(again.status, 200)
  assert.deepEqual(await askDoctor(service.app), [])
})

test('a new phone at the account: a blocked customer asks support', async () => {
  const phone = newPhone()
  await buy(phone)
  const visitor = await signIn(url, phone)
  await changeServiceBlock(service.app, phone, true)
  await visitor.get(`/account/data${testMode}`)
  const refused = await visitor.send(`/account/new-phone${testMode}`, { phone: newPhone() })
  assert.equal(refused.status, 422)
  assert.match(refused.text, /ask support/)
  await changeServiceBlock(service.app, phone, false)
})

test('erase at the account: only with the box ticked; then the customer is signed out and told what waits', async () => {
  const phone = newPhone()
  const id = await buy(phone)
  const refused = succeed(
    await shop.checkout('20.00', { buyer: { name: 'M', email: 'm@unmistakable.test', phone } }),
  ).body
  succeed(await shop.call('POST', `/sandbox/payments/${refused.payment.id}/reject`))
  const visitor = await signIn(url, phone)
  assert.match((await visitor.get(`/account/data${testMode}`)).text, /3,650 days/)
  const unsure = await visitor.send(`/account/erase${testMode}`)
  assert.equal(unsure.status, 422)
  assert.match(unsure.text, /Tick the box/)
  const done = await visitor.send(`/account/erase${testMode}`, { sure: 'yes' })
  assert.equal(done.status, 200)
  assert.match(done.text, /Erased now: 1\..*Kept for now: 1\./s)
  assert.match((await visitor.get(`/account${testMode}`)).text, /name="phone"/)
  const buyerOf = async (one: string) => succeed(await shop.call('GET', `/api/v2/payments/${one}`)).body.buyer.name
  assert.match(await buyerOf(refused.payment.id), /^erased-/)
  assert.equal(await buyerOf(id), 'Mariam Unmistakable')
})

test('correct: name and e-mail in every purchase that is kept, and how it is found', async () => {
  const phone = newPhone()
  const ids = [await buy(phone), await buy(phone)]
  const correct = (...args: string[]): Promise<CommandResult> =>
    runQist(service.database.url, service.app.config.dataDir, 'customer', 'correct', ...args)
  const of = ['--phone', phone, '--mode', 'test'] as const
  const { code, stdout } = await correct(...of, '--name', 'Maryam Right', '--email', 'right@shop.test')
  assert.deepEqual([code, stdout], [0, '2 purchases are corrected\n'])
  for (const id of ids) {
    const { buyer, order } = succeed(await shop.call('GET', `/api/v2/payments/${id}`)).body
    assert.deepEqual(
      [buyer.name, buyer.email, buyer.phone, buyer.dob],
      ['Maryam Right', 'right@shop.test', phone, '1990-04-17'],
    )
    assert.ok(order.items.length > 0)
  }
  const admin = await signInAt(url, 'admin@demo.test')
  const found = async (search: string): Promise<boolean> =>
    (await admin.get(`/dashboard/test/payments?q=${search}`)).text.includes(String(ids[0]))
  assert.deepEqual([await found('right@shop.test'), await found('mariam@unmistakable.test')], [true, false])
  assert.deepEqual(await askDoctor(service.app), [])
  const codes = [
    (await correct(...of)).code,
    (await correct(...of, '--email', 'none')).code,
    (await correct('--phone', newPhone(), '--mode', 'test', '--name', 'A')).code,
  ]
  assert.deepEqual(codes, [1, 1, 1])
})
