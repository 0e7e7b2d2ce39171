import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { phoneKeyOf } from '../../src/money/checkout/messages/message-quotas.ts'
import { unlockPhone } from '../../src/money/checkout/phone-code/code-tries.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { newVisitor } from '../pages/account-forms.ts'
import { type FormCustomer, openForms, sendForm, stageFor } from '../pages/forms.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const live = openShop(service.urls.uae, demoKey(1, 'sk_'))
const url = service.urls.uae
after(() => service.close())

const liveMode = '?mode=live&lang=en'

async function openAt(phone: string, shop = live): Promise<FormCustomer> {
  const customer = await openForms(shop)
  assert.equal((await sendForm(customer, 'phone', { phone })).status, 303)
  return customer
}

async function codeFor({ sessionId }: FormCustomer): Promise<string> {
  const messages = await service.app.messengers.test.list(sessionId)
  return /\d{6}/.exec(messages.at(-1)?.text ?? '')?.[0] ?? ''
}

/** A wrong code. */
const wrong = (code: string, index: number): string => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0')

async function guess(customer: FormCustomer, code: string): Promise<'judged' | 'too many' | 'moved'> {
  const response = await sendForm(customer, 'code', { code })
  const text = await response.text()
  if (/not right/.test(text)) return 'judged'
  if (/Too many wrong codes/.test(text)) {
    assert.equal(response.status, 422)
    return 'too many'
  }
  return 'moved'
}

test('25 parallel wrong codes for a phone, over checkouts and account: then the right code is refused, too, until support unlocks', async () => {
  const phone = '+971500830001'
  const customers = await Promise.all(Array.from({ length: 12 }, () => openAt(phone)))
  const visitors = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const visitor = newVisitor(url)
      await visitor.get(`/account${liveMode}`)
      assert.equal((await visitor.send(`/account/phone${liveMode}`, { phone })).status, 303)
      return visitor
    }),
  )
  let judged = 0
  const atCheckout = customers.map(async (customer) => {
    const code = await codeFor(customer)
    for (const index of [0, 1, 2, 3]) if ((await guess(customer, wrong(code, index))) === 'judged') judged += 1
  })
  const atAccount = visitors.map(async (visitor) => {
    for (const _ of [0, 1, 2, 3]) {
      const { text } = await visitor.send(`/account/code${liveMode}`, { code: '12345' })
      if (/not right/.test(text)) judged += 1
    }
  })
  await Promise.all([...atCheckout, ...atAccount])
  assert.equal(judged, 25)

  const fresh = await openAt(phone)
  const code = await codeFor(fresh)
  assert.equal(await guess(fresh, code), 'too many')
  assert.equal(await stageFor(fresh), 'code')
  const arabic = { ...fresh, webUrl: fresh.webUrl.replace('lang=en', 'lang=ar') }
  assert.match(await (await sendForm(arabic, 'code', { code })).text(), /كُتبت رموز خاطئة كثيرة/)
  assert.match((await visitors[0]?.send(`/account/code${liveMode}`, { code }))?.text ?? '', /Too many/)
  const other = await openAt('+971500830009')
  assert.equal(await guess(other, await codeFor(other)), 'moved')

  await unlockPhone(service.app, phone)
  assert.equal(await guess(fresh, code), 'moved')
  assert.equal(await stageFor(fresh), 'card')
})

test('right codes and expired codes do not count as tries', async () => {
  const phone = '+971500830002'
  for (let index = 0; index < 27; index += 1) {
    const customer = await openAt(phone)
    assert.equal(await guess(customer, await codeFor(customer)), 'moved')
    assert.equal(await stageFor(customer), 'card', String(index))
  }
  const old = await openAt(phone)
  const code = await codeFor(old)
  service.clock.advance(5 * 60_000)
  for (let index = 0; index < 27; index += 1) assert.equal(await guess(old, code), 'moved')
  const [row] = await service.database.query(
    `select cardinality(sent_at) as tries from message_quotas where counted = 'sign-in tries live ${phoneKeyOf(service.app, phone)}'`,
  )
  assert.equal(row?.['tries'], 0)
})

test('with test keys, whose code is public, a phone is never locked', async () => {
  const phone = '+971500830003'
  const shop = openShop(url, demoKey(1))
  for (let session = 0; session < 7; session += 1) {
    const customer = await openAt(phone, shop)
    for (const code of ['1000', '1001', '1002', '1003']) assert.equal(await guess(customer, code), 'judged')
  }
  const customer = await openAt(phone, shop)
  assert.equal(await guess(customer, '8888'), 'moved')
  assert.equal(await stageFor(customer), 'card')
})
