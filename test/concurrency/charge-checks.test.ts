import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { chargeTimes, maxChecks } from '../../src/money/charges/charge.ts'
import { dueFirstCharges } from '../../src/money/checkout/charges/first-charges.ts'
import { type Charge, type ChargeResult, NoAnswer } from '../../src/platform/adapters/card-processor.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { type FormCustomer, sendForm, stageFor } from '../pages/forms.ts'
import {
  arriveAtConfirm,
  charged,
  chargesOf,
  checkCharges,
  declined,
  makeChargesDue,
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

test('a written-off charge is checked with growing pauses, and finished when the processor rules it out', async () => {
  const customer = await arriveAtConfirm(shop)
  cards.charge = noAnswer
  await sendForm(customer, 'pay')
  await checkCharges(service)
  let total = 0
  for (let checks = 1; checks <= maxChecks; checks += 1) {
    const [row] = await chargesOf(service, customer)
    assert.equal(row?.state, 'written_off')
    const expectedMs = checks === 1 ? 15_000 : 15_000 * 2 ** (checks - 1)
    assert.ok(
      row.inMs > expectedMs - 10_000 && row.inMs <= expectedMs,
      `check ${checks} in ${row.inMs}, not ${expectedMs}`,
    )
    total += expectedMs
    await checkCharges(service)
  }
  assert.deepEqual(await statesOf(customer), ['declined'])
  assert.ok(total > 24 * 3_600_000, 'for more than a day')

  const other = await arriveAtConfirm(shop)
  await sendForm(other, 'pay')
  await checkCharges(service)
  cards.find = async () => declined
  await checkCharges(service)
  assert.deepEqual(await statesOf(other), ['declined'])
  const [progress] = await service.database.query(`select declines from visits where session_id = '${other.sessionId}'`)
  assert.equal(progress?.['declines'], 1, 'one declined card, whatever was heard of it later')
})

test('a charge that fails technically does not decide the authorization; it is charged again after it is settled', async () => {
  const id = await shop.createdPayment()
  const authorize = async () => {
    const { status, body } = await shop.call('POST', `/sandbox/payments/${id}/authorize`)
    return [status, body.status, body.errorType]
  }
  cards.charge = async () => {
    throw new Error('the connection to the processor has ended')
  }
  assert.deepEqual(await authorize(), [500, 'error', 'internal'])
  assert.equal((await shop.call('GET', `/api/v2/payments/${id}`)).body.status, 'CREATED')
  cards.charge = async () => charged
  assert.deepEqual(await authorize(), [409, 'error', 'conflict'], 'nobody knows yet whether it was charged')
  await checkCharges(service)
  assert.deepEqual(await authorize(), [200, 'AUTHORIZED', undefined])

  const silent = await shop.createdPayment()
  cards.charge = noAnswer
  const unanswered = await shop.call('POST', `/sandbox/payments/${silent}/authorize`)
  assert.deepEqual(
    [unanswered.status, unanswered.body.status],
    [200, 'CREATED'],
    'so a card is meant that never answers',
  )
})

test('while a charge is pending nothing is decided and the customer waits; then it pays', async () => {
  const customer = await arriveAtConfirm(shop)
  cards.charge = noAnswer
  cards.find = async () => ({ kind: 'pending' })
  await sendForm(customer, 'pay')
  for (let checks = 1; checks <= 8; checks += 1) {
    await checkCharges(service)
    assert.equal(await stageFor(customer), 'waiting')
    const [row] = await chargesOf(service, customer)
    const expectedMs = Math.min(1_000 * 2 ** checks, 60_000)
    assert.ok(
      row?.state === 'open' && row.inMs > expectedMs - 10_000 && row.inMs <= expectedMs,
      `${checks}: ${row?.inMs}`,
    )
  }
  cards.find = async () => charged
  await checkCharges(service)
  assert.deepEqual([await stageFor(customer), await statesOf(customer), voided()], ['approved', ['approved'], []])
})

test('a charge that outlasts its payment is returned when it succeeds', async () => {
  const customer = await arriveAtConfirm(shop)
  cards.charge = noAnswer
  cards.find = async () => ({ kind: 'pending' })
  await sendForm(customer, 'pay')
  service.clock.advance(31 * 60_000)
  await checkCharges(service)
  assert.deepEqual([await stageFor(customer), await paymentOf(customer)], ['expired', 'EXPIRED'])
  assert.deepEqual(await statesOf(customer), ['written_off'])
  for (let checks = 0; checks < maxChecks + 3; checks += 1) await checkCharges(service)
  assert.deepEqual(await statesOf(customer), ['written_off'], 'what is under way is never ruled out')
  cards.find = async () => charged
  await checkCharges(service)
  assert.deepEqual([await statesOf(customer), voided().length], [['voided'], 1])
})

test('a hanging check delays no other, and a failing one is retried with growing pauses', async () => {
  const stuck = await arriveAtConfirm(shop)
  const failing = await arriveAtConfirm(shop)
  const others = await Promise.all([1, 2, 3].map(() => arriveAtConfirm(shop)))
  cards.charge = noAnswer
  for (const customer of [stuck, failing, ...others]) await sendForm(customer, 'pay')
  const [stuckCharge] = await chargesOf(service, stuck)
  const [failingCharge] = await chargesOf(service, failing)
  const hanging = Promise.withResolvers<ChargeResult>()
  cards.find = async ({ id }: Charge) => {
    if (id === stuckCharge?.id) return hanging.promise
    if (id === failingCharge?.id) throw new NoAnswer()
    return charged
  }
  const times = { ...chargeTimes }
  Object.assign(chargeTimes, { checkMs: 600_000, roundMs: 600_000 })
  await makeChargesDue(service)
  const round = settleDue(service.app, dueFirstCharges)
  await until(async () => (await Promise.all(others.map(stageFor))).every((stage) => stage === 'approved'))
  await until(async () => {
    const [row] = await chargesOf(service, failing)
    return row?.checks === 1 && row.inMs < 10_000
  })
  // Later due checks are not delayed either.
  const late = await arriveAtConfirm(shop)
  await sendForm(late, 'pay')
  await makeChargesDue(service)
  await until(async () => (await stageFor(late)) === 'approved')
  hanging.resolve(charged)
  await round
  Object.assign(chargeTimes, times)
  assert.equal(await stageFor(stuck), 'approved')
  assert.ok(
    service.logged.some((line) => line['msg'] === 'charge unresolved' && line['charge_id'] === failingCharge?.id),
  )
  const metrics = await (await fetch(`${service.urls.uae}/metrics`)).text()
  assert.match(metrics, /qist_due_failures_total\{kind="charge"\} [1-9]/)
  await checkCharges(service)
  const [row] = await chargesOf(service, failing)
  assert.ok(row?.state === 'open' && row.inMs > 0 && row.checks >= 2)
  cards.find = async () => charged
  await checkCharges(service)
  assert.equal(await stageFor(failing), 'approved')
})

test('a locked payment leaves the charge open and the customer waiting, and is settled later', async () => {
  const customer = await arriveAtConfirm(shop)
  // As if other requests locked or changed the row all the time: every save finds another version.
  const { queryEverywhere } = service.database
  await queryEverywhere(`create function hold() returns trigger language plpgsql as 'begin return null; end'`)
  await queryEverywhere(`create trigger held before update on payments for each row
    when (old.id = '${customer.paymentId}') execute function hold()`)
  assert.equal((await sendForm(customer, 'pay')).status, 303)
  assert.deepEqual([await stageFor(customer), await statesOf(customer)], ['waiting', ['open']])
  cards.find = async () => charged
  await checkCharges(service)
  assert.deepEqual([await stageFor(customer), await statesOf(customer)], ['waiting', ['open']])
  await queryEverywhere('drop function hold cascade')
  await checkCharges(service)
  assert.deepEqual([await stageFor(customer), await statesOf(customer)], ['approved', ['approved']])
  assert.deepEqual([cards.requests.filter(({ kind }) => kind === 'charge').length, voided()], [1, []])
})

test("a machine with a clock an hour ahead claims nothing early by the database's clock", async () => {
  const customer = await arriveAtConfirm(shop)
  cards.charge = noAnswer
  cards.find = async () => charged
  await sendForm(customer, 'pay')
  await service.database.query(
    `update charges set resolve_at = statement_timestamp() + interval '10 minutes' where state = 'open'`,
  )
  service.clock.advance(60 * 60_000)
  assert.equal(await settleDue(service.app, dueFirstCharges), 0)
  service.clock.advance(-60 * 60_000)
  await checkCharges(service)
  assert.equal(await stageFor(customer), 'approved')
})
