import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { findAgreement } from '../../src/money/charges/charges.ts'
import { agreementVersion } from '../../src/money/checkout/agreement/agreement.ts'
import { agreementAr, agreementEn } from '../../src/money/checkout/agreement/agreement-words.ts'
import { agreedIn } from '../../testkit/agreed.ts'
import { succeed } from '../../testkit/client.ts'
import {
  cookieOf,
  type FormCustomer,
  fillIn,
  openForms,
  postFields,
  readAgreed,
  sendForm,
  stageFor,
} from '../pages/forms.ts'
import { openTestApi } from '../support/api.ts'
import { checkCharges } from '../support/charges.ts'
import { pass, planOf } from '../support/plans.ts'

const api = await openTestApi()
after(() => api.close())

const formPage = async (customer: Awaited<ReturnType<typeof openForms>>): Promise<string> =>
  (await fetch(customer.webUrl, { headers: { cookie: cookieOf(customer) } })).text()
const agreedOf = (page: string): string => agreedIn(page) ?? ''

test('agreed terms: what the page showed is kept with the payment, with its hash', async () => {
  const { id: merchantId, test: shop } = await api.newMerchant()
  const customer = await openForms(shop, { order: { reference_id: '#100', items: [] } })
  await fillIn(customer)
  const agreed = agreedOf(await formPage(customer))
  await sendForm(customer, 'pay', { agreed })
  assert.equal(await stageFor(customer), 'approved')
  const kept = await findAgreement(api.service.app, { merchantId, isTest: true }, customer.paymentId)
  const text = [
    'Shop, #100',
    '1. 1 March 2026: AED 85.00',
    '2. 1 April 2026: AED 85.00',
    '3. 1 May 2026: AED 85.00',
    '4. 1 June 2026: AED 85.00',
    'No interest and no fees: four payments, AED 340.00 in all.',
    'By paying you agree to the four payments above, taken from this card on their dates.',
    'You also say that you are at least 18 years old.',
  ].join('\n')
  assert.equal(kept?.text.replaceAll('\u00a0', ' '), text)
  assert.deepEqual(
    { ...kept, text: '' },
    {
      ...{ text: '', version: '1', language: 'en', agreed_at: '2026-03-01T10:00:00Z', network: '127.0.0.0/24' },
      ...{
        session_id: customer.sessionId,
        hash: createHash('sha256')
          .update(kept?.text ?? '')
          .digest('hex'),
      },
    },
  )
  assert.equal(kept?.hash, agreed)
})

test('agreed terms: a page that showed another plan or another day charges nothing, and says so', async () => {
  const { test: shop } = await api.newMerchant()
  const plans = [
    { count: 4, period: 'P1M' },
    { count: 6, period: 'P1M' },
  ]
  succeed(await shop.call('PUT', '/sandbox/stores/main/plans', { plans }))
  const customer = await openForms(shop)
  await fillIn(customer)
  const yesterday = agreedOf(await formPage(customer))
  await pass(shop, 'PT10H1M')
  assert.equal(await stageFor(customer), 'expired')
  const other = await openForms(shop)
  await sendForm(other, 'phone', { phone: '+971500700999', plan: '6xP1M' })
  await sendForm(other, 'code', { code: '8888' })
  await sendForm(other, 'card', { number: '4242424242424242', expiry: '12/30', security_code: '123' })
  const answer = await sendForm(other, 'pay', { agreed: yesterday })
  const page = await answer.text()
  assert.match(page, /The plan of this order has changed since this page was opened\. Nothing was charged\./)
  assert.equal(await stageFor(other), 'confirm')
  await sendForm(other, 'pay', { agreed: agreedOf(page) })
  assert.equal(await stageFor(other), 'approved')
  assert.equal((await planOf(shop, other.paymentId)).installments.length, 6)
})

/** The dates of a page or a text, as the agreement says them. */
const datesIn = (text: string): string[] => [...text.matchAll(/\d+ \w+ 2026/g)].map(([date]) => date)

for (const [how, card, approve] of [
  ['confirms at the bank', '4000000000003220', (customer) => sendForm(customer, 'bank', { answer: 'confirm' })],
  ['is charged, with a lost answer,', '4000000000000259', () => checkCharges(api.service)],
] as const satisfies [string, string, (customer: FormCustomer) => Promise<unknown>][]) {
  test(`agreed terms: a customer who ${how} after midnight has the dates that the page showed`, async () => {
    const { id: merchantId, test: shop } = await api.newMerchant()
    await pass(shop, 'PT9H55M')
    const customer = await openForms(shop)
    await fillIn(customer, card)
    await sendForm(customer, 'pay', { agreed: agreedOf(await formPage(customer)) })
    await pass(shop, 'PT10M')
    const between = await formPage(customer)
    await approve(customer)
    assert.equal(await stageFor(customer), 'approved')
    const kept = await findAgreement(api.service.app, { merchantId, isTest: true }, customer.paymentId)
    const agreed = datesIn(kept?.text ?? '')
    assert.deepEqual(agreed, ['1 March 2026', '1 April 2026', '1 May 2026', '1 June 2026'])
    for (const shown of [between, await formPage(customer)]) {
      for (const date of datesIn(shown)) assert.ok(agreed.includes(date), `the page says ${date}`)
    }
    const { installments } = await planOf(shop, customer.paymentId)
    assert.deepEqual(
      installments.map(({ due_date }) => due_date),
      ['2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01'],
    )
  })
}

test('agreed terms: a payment that does not say what its page showed, or says it twice, charges nothing', async () => {
  const { test: shop } = await api.newMerchant()
  const customer = await openForms(shop)
  await fillIn(customer)
  const agreed = (await readAgreed(customer)) ?? assert.fail('the page says nothing')
  const wrong: [string, string][][] = [
    [],
    [['agreed', '']],
    ['a', 'b'].map(() => ['agreed', agreed]),
    [['agreed', `${agreed}0`]],
  ]
  for (const fields of wrong) {
    const answer = await postFields(customer, 'pay', fields)
    assert.equal(answer.status, 422)
    assert.match(await answer.text(), /Nothing was charged\./)
    assert.equal(await stageFor(customer), 'confirm')
  }
  const charges = `select from charges where payment_id = '${customer.paymentId}'`
  assert.equal((await api.service.database.query(charges)).length, 0)
  await postFields(customer, 'pay', { agreed })
  assert.equal(await stageFor(customer), 'approved')
})

test('agreed terms: the sandbox agrees in place of the customer, in the language of the checkout', async () => {
  const { id: merchantId, test: shop } = await api.newMerchant()
  const plans = [
    {
      count: 3,
      period: 'P2W',
      down_payment: '50.00',
      service_fee: { percent: '2.50', fixed: '1.00' },
      fee_on: 'first',
      min_amount: '100.00',
    },
  ]
  succeed(await shop.call('PUT', '/sandbox/stores/main/plans', { plans }))
  const session = succeed(await shop.checkout('340.00', {}, { lang: 'ar' })).body
  succeed(await shop.call('POST', `/sandbox/payments/${session.payment.id}/authorize`))
  const kept = await findAgreement(api.service.app, { merchantId, isTest: true }, session.payment.id)
  assert.deepEqual([kept?.language, kept?.session_id, kept?.network], ['ar', session.id, '127.0.0.0/24'])
  assert.match(kept?.text ?? '', /رسم خدمة/)
})

test('agreed terms: a change of the words needs another version', () => {
  const figures = { later: '3', today: 'T', each: 'E', total: 'S' }
  const plans = [
    { ...figures, count: 4, shown: '4', isMonthly: true, fee: null },
    { ...figures, count: 4, shown: '4', isMonthly: false, fee: null },
    { ...figures, count: 6, shown: '6', isMonthly: true, fee: 'F' },
  ]
  const sentences = [agreementEn, agreementAr].flatMap(({ note, agreed, adult }) => [
    ...plans.flatMap((plan) => [note(plan), agreed(plan)]),
    adult,
  ])
  const hash = createHash('sha256').update(sentences.join('\n')).digest('hex').slice(0, 16)
  assert.deepEqual([agreementVersion, hash], ['1', '3936a515a24267fb'])
})
