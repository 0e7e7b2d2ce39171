import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeadlinePassed } from '../base/deadline.ts'
import { answerInTime } from './card-deadlines.ts'
import { type CardProcessor, type Charge, TypedCard } from './card-processor.ts'
import { openSandboxCards } from './sandbox-cards.ts'

const never = (): Promise<never> => new Promise(() => undefined)
const silent: CardProcessor = { tokenize: never, charge: never, answerChallenge: never, find: never, voidCharge: never }
const card = new TypedCard({
  number: '4242424242424242',
  securityCode: '123',
  brand: 'visa',
  expiryMonth: 1,
  expiryYear: 2040,
})
const charge: Charge = {
  id: 'one',
  token: 'sandbox:accept:one',
  amountMinor: 100n,
  currency: 'AED',
  isCustomerPresent: true,
}

test('every call of a card processor that never answers ends', async () => {
  const cards = answerInTime(silent, { tokenizeMs: 20, chargeMs: 20, findMs: 20, voidMs: 20 })
  await assert.rejects(cards.tokenize(card), DeadlinePassed)
  await assert.rejects(cards.charge(charge), DeadlinePassed)
  await assert.rejects(cards.answerChallenge(charge, true), DeadlinePassed)
  await assert.rejects(cards.find(charge), DeadlinePassed)
  await assert.rejects(cards.voidCharge(charge), DeadlinePassed)
})

test('what a card processor answers or throws in time comes through', async () => {
  const cards = answerInTime(openSandboxCards())
  assert.equal((await cards.tokenize(card)).lastFour, '4242')
  assert.deepEqual(await cards.charge(charge), { kind: 'charged' })
  await assert.rejects(cards.charge({ ...charge, token: 'sandbox:lost_answer_charged:one' }), { name: 'NoAnswer' })
})
