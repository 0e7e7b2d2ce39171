import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../../test/support/database.ts'
import { DeadlinePassed } from '../base/deadline.ts'
import { answerInTime } from './card-deadlines.ts'
import { type CardProcessor, type CardRefund, type Charge, TypedCard } from './card-processor.ts'
import { openSandboxBooks } from './sandbox-books.ts'
import { openSandboxCards } from './sandbox-cards.ts'

const database = await openTestDatabase()
after(() => database.close())

const never = (): Promise<never> => new Promise(() => undefined)
const silent: CardProcessor = {
  ...{ tokenize: never, charge: never, answerChallenge: never, find: never, refund: never, findRefund: never },
  report: never,
  limits: () => ({ smallestMinor: 200n, stepMinor: 10n }),
  hostedCard: { addressOf: never, read: never },
}
const card = new TypedCard({
  number: '4242424242424242',
  securityCode: '123',
  brand: 'visa',
  expiryMonth: 1,
  expiryYear: 2040,
})
const charge: Charge = {
  ...{ id: randomUUID(), merchantId: randomUUID(), isTest: true, token: 'sandbox:accept:one', amountMinor: 100n },
  ...({ currency: 'AED', initiator: 'customer', reference: '', returnUrl: '', at: 0 } as const),
  agreement: { id: 'a payment', isFirst: true, networkReference: '' },
}
const refund: CardRefund = {
  ...{ id: randomUUID(), merchantId: charge.merchantId, isTest: true, charge: { id: charge.id, reference: '' } },
  ...({ amountMinor: 40n, currency: 'AED', attempt: 1, at: 0 } as const),
}

test('every call of a card processor that never answers ends', async () => {
  const cards = answerInTime(silent, { tokenizeMs: 20, chargeMs: 20, findMs: 20, refundMs: 20, reportMs: 20 })
  await assert.rejects(cards.tokenize(card), DeadlinePassed)
  await assert.rejects(cards.charge(charge), DeadlinePassed)
  await assert.rejects(cards.answerChallenge(charge, true), DeadlinePassed)
  await assert.rejects(cards.find(charge), DeadlinePassed)
  await assert.rejects(cards.refund(refund), DeadlinePassed)
  await assert.rejects(cards.findRefund(refund), DeadlinePassed)
  const query = { merchantId: charge.merchantId, isTest: true, from: 0, to: 1 }
  await assert.rejects(cards.report(query), DeadlinePassed)
  const entry = { id: 'one', returnUrl: 'https://pay.test/', lang: 'en' } as const
  await assert.rejects(cards.hostedCard?.addressOf(entry) ?? assert.fail(), DeadlinePassed)
  await assert.rejects(cards.hostedCard?.read(entry) ?? assert.fail(), DeadlinePassed)
  assert.deepEqual(cards.limits('KWD'), { smallestMinor: 200n, stepMinor: 10n })
})

test('an answer or error of a card processor in time is passed on', async () => {
  const cards = answerInTime(openSandboxCards(openSandboxBooks(database.db)))
  assert.equal((await cards.tokenize(card)).lastFour, '4242')
  const charged = { kind: 'charged', reference: `sandbox_${charge.id}`, networkReference: 'network_a payment' }
  assert.deepEqual(await cards.charge(charge), charged)
  assert.deepEqual(await cards.find(charge), charged)
  assert.equal((await cards.refund(refund)).kind, 'refunded')
  assert.equal((await cards.findRefund(refund)).kind, 'refunded')
  const { merchantId, isTest } = charge
  const report = await cards.report({ merchantId, isTest, from: 0, to: 1 })
  assert.deepEqual(
    report.map(({ id, type, amountMinor }) => [id, type, amountMinor]),
    [
      [charge.id, 'charge', 100n],
      [refund.id, 'refund', 40n],
    ],
  )
  const lost = { ...charge, id: randomUUID(), token: 'sandbox:lost_answer_charged:one' }
  await assert.rejects(cards.charge(lost), { name: 'NoAnswer' })
  assert.equal((await cards.find(lost)).kind, 'charged')
})
