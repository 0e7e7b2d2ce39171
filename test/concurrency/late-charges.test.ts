import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { chargeTimes } from '../../src/money/charges/charge.ts'
import type { ChargeResult } from '../../src/platform/adapters/card-processor.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { type FormCustomer, goodCard, sendForm, stageFor } from '../pages/forms.ts'
import {
  arriveAtConfirm,
  charged,
  chargesOf,
  checkCharges,
  declined,
  noAnswer,
  type ScriptedCards,
  scriptCards,
  until,
  voidedBy,
} from '../support/charges.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: Shop
let cards: ScriptedCards
before(async () => {
  service = await startTestService()
  shop = openShop(service.urls.uae, demoKey(1))
})
beforeEach(() => {
  cards = scriptCards(service)
})
after(() => service.close())

const statesOf = async (customer: FormCustomer): Promise<string[]> =>
  (await chargesOf(service, customer)).map(({ state }) => state)
const paymentOf = async ({ paymentId }: FormCustomer): Promise<string> =>
  (await shop.call('GET', `/api/v2/payments/${paymentId}`)).body.status
const voided = (): string[] => voidedBy(cards)

/** The customer pays, and the page stops waiting at once: the processor may answer later. */
async function payUnanswered(customer: FormCustomer): Promise<PromiseWithResolvers<ChargeResult>> {
  const answer = Promise.withResolvers<ChargeResult>()
  const times = { ...chargeTimes }
  Object.assign(chargeTimes, { answerMs: 1 })
  cards.charge = () => answer.promise
  await sendForm(customer, 'pay')
  Object.assign(chargeTimes, times)
  return answer
}

test('an unknown charge that succeeds later is voided, once', async () => {
  const customer = await arriveAtConfirm(shop)
  cards.charge = noAnswer
  await sendForm(customer, 'pay')
  assert.equal(await stageFor(customer), 'waiting')
  await checkCharges(service)
  assert.deepEqual([await statesOf(customer), await stageFor(customer)], [['written_off'], 'card'])
  cards.find = async () => charged
  for (let checks = 0; checks < 3; checks += 1) await checkCharges(service)
  const [row] = await chargesOf(service, customer)
  assert.deepEqual([row?.state, voided()], ['voided', [row?.id]])
  assert.deepEqual([await paymentOf(customer), await stageFor(customer)], ['CREATED', 'card'])
})

test('a late charge is voided, also if another charge has paid the session meanwhile', async () => {
  const customer = await arriveAtConfirm(shop)
  cards.charge = noAnswer
  await sendForm(customer, 'pay')
  await checkCharges(service)
  cards.charge = async () => charged
  await sendForm(customer, 'card', goodCard)
  await sendForm(customer, 'pay')
  assert.equal(await stageFor(customer), 'approved')
  const [first] = await chargesOf(service, customer)
  cards.find = async () => charged
  await checkCharges(service)
  await checkCharges(service)
  assert.deepEqual(await statesOf(customer), ['voided', 'approved'])
  assert.deepEqual([voided(), await paymentOf(customer)], [[first?.id], 'AUTHORIZED'])
})

test('the answer of the charge call is handled when it comes late, and twice', async () => {
  const customer = await arriveAtConfirm(shop)
  const answer = await payUnanswered(customer)
  await checkCharges(service)
  assert.deepEqual([await statesOf(customer), await stageFor(customer)], [['written_off'], 'card'])
  cards.find = async () => charged
  answer.resolve(charged)
  await checkCharges(service)
  await until(async () => (await statesOf(customer))[0] === 'voided')
  await checkCharges(service)
  assert.equal(voided().length, 1)
})

test('a late answer of the charge call pays if the session still waits', async () => {
  const customer = await arriveAtConfirm(shop)
  const answer = await payUnanswered(customer)
  assert.equal(await stageFor(customer), 'waiting')
  answer.resolve(charged)
  await until(async () => (await paymentOf(customer)) === 'AUTHORIZED')
  assert.deepEqual([await statesOf(customer), voided()], [['approved'], []])
})

test('a charge that the processor declined and yet made is voided', async () => {
  const customer = await arriveAtConfirm(shop)
  const answer = await payUnanswered(customer)
  cards.find = async () => declined
  await checkCharges(service)
  assert.deepEqual(await statesOf(customer), ['declined'])
  answer.resolve(charged)
  await until(async () => (await statesOf(customer))[0] === 'voided')
  assert.equal(voided().length, 1)
})

test('a challenge that is withdrawn during its confirmation is voided', async () => {
  const customer = await arriveAtConfirm(shop)
  cards.charge = async () => ({ kind: 'challenge', reference: 'reference', address: null })
  await sendForm(customer, 'pay')
  assert.equal(await stageFor(customer), 'challenge')
  await checkCharges(service)
  assert.deepEqual(await statesOf(customer), ['written_off'])
  cards.find = async () => charged
  await checkCharges(service)
  assert.deepEqual([await statesOf(customer), voided().length], [['voided'], 1])
})

test('a failed void is repeated at a later check, and only a certain result ends a charge', async () => {
  const customer = await arriveAtConfirm(shop)
  cards.charge = noAnswer
  await sendForm(customer, 'pay')
  await checkCharges(service)
  cards.find = async () => charged
  cards.refund = noAnswer
  await checkCharges(service)
  await checkCharges(service)
  assert.deepEqual(await statesOf(customer), ['to_void'])
  cards.refund = async () => ({ kind: 'pending' })
  await checkCharges(service)
  assert.deepEqual(await statesOf(customer), ['to_void'])
  cards.refund = async () => ({ kind: 'failed' })
  await checkCharges(service)
  assert.deepEqual(await statesOf(customer), ['to_void'])
  cards.refund = async () => ({ kind: 'refunded' })
  await checkCharges(service)
  assert.deepEqual(await statesOf(customer), ['voided'])
})

test('a void with a lost answer is found and not sent twice', async () => {
  const customer = await arriveAtConfirm(shop)
  cards.charge = noAnswer
  await sendForm(customer, 'pay')
  await checkCharges(service)
  cards.find = async () => charged
  cards.refund = noAnswer
  await checkCharges(service)
  assert.deepEqual([await statesOf(customer), voided().length], [['to_void'], 1])
  cards.findRefund = async () => ({ kind: 'pending' })
  await checkCharges(service)
  assert.deepEqual(await statesOf(customer), ['to_void'])
  cards.findRefund = async () => ({ kind: 'refunded' })
  await checkCharges(service)
  assert.deepEqual([await statesOf(customer), voided().length], [['voided'], 1])
})
