import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { openStripeStub } from '../../../../testkit/stripe/stripe-stub.ts'
import type { TestCardName } from '../../../../testkit/stripe/test-cards.ts'
import { newOrderedId } from '../../base/ids.ts'
import { hour } from '../../base/times.ts'
import type { CardRefund, Charge } from '../card-processor.ts'
import { openLog } from '../log.ts'
import { openStripeCards } from './stripe-cards.ts'

const stub = await openStripeStub()
after(() => stub.close())

const lines: string[] = []
const log = openLog('info', { write: (line: string) => void lines.push(line) })
let later = 0
const options = { secretKey: stub.secretKey, apiUrl: stub.url, log, silenceMs: 300, now: () => Date.now() + later }
const cards = openStripeCards(options)

const silence = { how: 'silence', isDone: true } as const
const noAnswer = { name: 'NoStripeAnswer' }

function newCharge(card: TestCardName, more: Partial<Charge> = {}): Charge {
  return {
    id: newOrderedId(),
    merchantId: randomUUID(),
    isTest: false,
    token: stub.newCard(card),
    amountMinor: 8_500n,
    currency: 'AED',
    initiator: 'customer',
    agreement: { id: randomUUID(), isFirst: true, networkReference: '' },
    reference: '',
    returnUrl: 'https://pay.test/session?lang=ar',
    at: Date.now(),
    ...more,
  }
}

const byService = { initiator: 'merchant', returnUrl: '' } as const

async function chargeFirst(card: TestCardName): Promise<Charge> {
  const charge = newCharge(card)
  const result = await cards.charge(charge)
  assert.ok('reference' in result)
  return { ...charge, reference: result.reference }
}

function newRefund({ id, merchantId, isTest, reference, currency }: Charge): CardRefund {
  const charge = { id, reference }
  return { id: newOrderedId(), merchantId, isTest, charge, amountMinor: 2_000n, currency, attempt: 1, at: Date.now() }
}

const countOf = (charge: Charge): number =>
  stub.books.charges.filter(({ metadata }) => metadata['qist_charge_id'] === charge.id).length

test('a first charge saves its card for later charges, and has our ids', async () => {
  const charge = newCharge('pm_card_visa')
  await cards.charge(charge)
  const [customer, payment_method] = charge.token.split('/')
  assert.deepEqual(stub.requests.at(-1), {
    method: 'POST',
    path: '/v1/payment_intents',
    idempotencyKey: charge.id,
    form: {
      amount: '8500',
      currency: 'aed',
      customer,
      payment_method,
      allowed_payment_method_types: { 0: 'card' },
      confirm: 'true',
      expand: { 0: 'latest_charge' },
      metadata: {
        qist_merchant_id: charge.merchantId,
        qist_mode: 'live',
        qist_charge_id: charge.id,
        qist_payment_id: charge.agreement.id,
      },
      return_url: charge.returnUrl,
      setup_future_usage: 'off_session',
      payment_method_options: { card: { setup_credential_usage: 'installment' } },
    },
  })
})

test('a later charge names its initiator: the service without the customer, or the customer', async () => {
  const agreement = { id: randomUUID(), isFirst: false, networkReference: 'n' }
  await cards.charge(newCharge('pm_card_visa', { agreement, ...byService }))
  const { form } = stub.requests.at(-1) ?? assert.fail()
  assert.equal(form['off_session'], 'true')
  assert.deepEqual(form['payment_method_options'], { card: { stored_credential_usage: 'installment' } })
  for (const name of ['return_url', 'setup_future_usage']) assert.ok(!(name in form), name)
  await cards.charge(newCharge('pm_card_visa', { agreement }))
  const early = stub.requests.at(-1)?.form ?? {}
  assert.equal(early['return_url'], 'https://pay.test/session?lang=ar')
  for (const name of ['off_session', 'setup_future_usage']) assert.ok(!(name in early), name)
})

test('a bank that requires an absent customer: the charge is declined until the customer comes', async () => {
  const charge = newCharge('pm_card_authenticationRequired', byService)
  assert.deepEqual(await cards.charge(charge), {
    kind: 'declined',
    reason: 'customer_required',
    retry: 'by_customer',
  })
  assert.equal((await cards.charge(newCharge('pm_card_authenticationRequiredOnSetup', byService))).kind, 'charged')
})

test("a challenge has an address; after the bank's answer the same request returns the outcome", async () => {
  const charge = newCharge('pm_card_authenticationRequired')
  const challenged = await cards.charge(charge)
  assert.ok(challenged.kind === 'challenge')
  assert.equal(challenged.address, `${stub.url}/challenge/${challenged.reference}`)
  assert.deepEqual(await cards.find(charge), challenged)
  stub.books.answerBank(challenged.reference, true)
  assert.equal((await cards.charge(charge)).kind, 'charged')
  assert.equal(countOf(charge), 1)
})

test('a customer who refuses at the bank is not charged, and the charge cannot be used any more', async () => {
  const charge = await chargeFirst('pm_card_authenticationRequired')
  stub.books.answerBank(charge.reference, false)
  const declined = { kind: 'declined', reason: 'not_confirmed', retry: 'later' }
  assert.deepEqual(await cards.answerChallenge(charge, true), declined)
  assert.equal(stub.books.getIntent(charge.reference).status, 'canceled')
  assert.deepEqual(await cards.find({ ...charge, reference: '' }), declined)
})

test('a challenge without a return address is cancelled, and the customer is asked another time', async () => {
  const charge = newCharge('pm_card_authenticationRequired', { returnUrl: '' })
  const declined = { kind: 'declined', reason: 'customer_required', retry: 'by_customer' }
  assert.deepEqual(await cards.charge(charge), declined)
  assert.equal(stub.books.intents.at(-1)?.status, 'canceled')
})

test('a challenge that was confirmed before its cancellation is charged', async () => {
  const charge = await chargeFirst('pm_card_authenticationRequired')
  stub.books.answerBank(charge.reference, true)
  assert.equal((await cards.answerChallenge(charge, false)).kind, 'charged')
})

test('a charge and a refund are sent only once, also after a day, when Stripe has dropped their keys', async (t) => {
  const charge = newCharge('pm_card_visa')
  stub.lose(silence)
  await assert.rejects(cards.charge(charge), noAnswer)
  const late = newCharge('pm_card_visa')
  stub.forgetKeys()
  later = 25 * hour
  t.after(() => {
    later = 0
  })
  const result = await cards.charge(charge)
  assert.ok(result.kind === 'charged')
  assert.equal((await cards.charge(late)).kind, 'charged')
  assert.deepEqual([countOf(charge), countOf(late)], [1, 1])
  const refund = newRefund({ ...charge, reference: result.reference })
  stub.lose({ how: 500, isDone: false }, silence)
  await assert.rejects(cards.refund(refund), noAnswer)
  later = 0
  await assert.rejects(cards.refund(refund), noAnswer)
  stub.forgetKeys()
  later = 25 * hour
  assert.deepEqual(await cards.refund(refund), { kind: 'refunded' })
  assert.equal(stub.books.refunds.filter(({ payment_intent }) => payment_intent === result.reference).length, 1)
})

test('without a clear answer the outcome is unknown, and no error shows the request', async () => {
  const errors: unknown[] = []
  for (const how of ['silence', 500, 429] as const) {
    stub.lose({ how, isDone: false })
    await assert.rejects(cards.charge(newCharge('pm_card_visa')), (error) => errors.push(error) > 0)
  }
  const stranger = openStripeCards({ ...options, secretKey: 'sk_test_of_nobody' })
  await assert.rejects(stranger.charge(newCharge('pm_card_visa')), (error) => errors.push(error) > 0)
  const nowhere = openStripeCards({ ...options, apiUrl: 'http://127.0.0.1:1' })
  await assert.rejects(nowhere.find(newCharge('pm_card_visa')), (error) => errors.push(error) > 0)
  const charge = newCharge('pm_card_visa')
  await cards.charge(charge)
  // Another amount under the same id: the first one stays.
  await assert.rejects(cards.charge({ ...charge, amountMinor: 9_000n }), (error) => errors.push(error) > 0)
  for (const error of errors) {
    assert.ok(error instanceof Error)
    assert.equal(error.name, 'NoStripeAnswer')
    assert.doesNotMatch(JSON.stringify([error, error.message, error.stack, error.cause]), /sk_test|cus_|pm_/)
  }
})

test('a cut connection: one retry with the same key charges once', async () => {
  const charge = newCharge('pm_card_visa')
  stub.lose({ how: 'cut', isDone: true })
  assert.equal((await cards.charge(charge)).kind, 'charged')
  assert.equal(countOf(charge), 1)
})

test('a request that Stripe refuses charges nothing and is no decline; the log has the reason without values', async () => {
  lines.length = 0
  const unavailable = { kind: 'declined', reason: 'unavailable', retry: 'later' }
  assert.deepEqual(await cards.charge(newCharge('pm_card_visa', { amountMinor: 1n })), unavailable)
  assert.deepEqual(await cards.charge(newCharge('pm_card_visa', { amountMinor: 1_234n, currency: 'KWD' })), unavailable)
  assert.equal(lines.length, 2)
  assert.match(lines.join(), /"code":"amount_too_small".*"stripe_request_id":"req_stub"/)
  assert.doesNotMatch(lines.join(), /cus_|pm_|sk_test/)
})

test('a card that was removed at Stripe requires another one', async () => {
  const gone = newCharge('pm_card_visa', { token: 'cus_gone/pm_gone' })
  const declined = { kind: 'declined', reason: 'closed_account', retry: 'with_another_card' }
  assert.deepEqual(await cards.charge(gone), declined)
})

test('a refund that the account cannot pay yet is sent again, and one of an unknown charge is never sent', async () => {
  const charge = await chargeFirst('pm_card_visa')
  const refund = newRefund(charge)
  stub.books.hasMoney = false
  await assert.rejects(cards.refund(refund), noAnswer)
  assert.deepEqual(await cards.findRefund(refund), { kind: 'unknown' })
  stub.books.hasMoney = true
  stub.forgetKeys()
  assert.deepEqual(await cards.refund(refund), { kind: 'refunded' })
  await assert.rejects(cards.refund(newRefund({ ...charge, reference: '' })), /no reference/)
})

test('a report has all pages', async () => {
  const charge = newCharge('pm_card_visa')
  await cards.charge(charge)
  const [one] = stub.books.charges.slice(-1)
  assert.ok(one !== undefined)
  for (let n = 0; n < 250; n += 1) {
    const metadata = { ...one.metadata, qist_charge_id: `charge ${n}` }
    stub.books.charges.push({ ...one, id: stub.books.newId('ch'), metadata })
  }
  const { merchantId, isTest, at } = charge
  const report = await cards.report({ merchantId, isTest, from: at - 1_000, to: at + 60_000 })
  assert.deepEqual(
    report.map(({ id }) => id),
    [charge.id, ...Array.from({ length: 250 }, (_, n) => `charge ${n}`)],
  )
})

test('a void: the next attempt has its own key, and succeeds if the charge was refunded by hand', async () => {
  const charge = await chargeFirst('pm_card_refundFail')
  const first = { ...newRefund(charge), id: charge.id, amountMinor: charge.amountMinor }
  await cards.refund(first)
  stub.books.settle()
  assert.deepEqual(await cards.refund({ ...first, attempt: 2 }), { kind: 'refunded' })
  assert.equal(stub.requests.at(-1)?.idempotencyKey, `refund-${charge.id}-2`)
  assert.deepEqual(await cards.refund({ ...first, attempt: 3 }), { kind: 'refunded' })
  assert.deepEqual(await cards.refund({ ...newRefund(charge), amountMinor: 1_000n }), { kind: 'failed' })
})
