import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Charge, ChargeResult } from '../../src/adapters/card-processor.ts'
import { NoAnswer } from '../../src/adapters/sandbox-cards.ts'
import { chargeTimes, mostLooks } from '../../src/checkout/charge.ts'
import { resolveCharges } from '../../src/checkout/resolve-charges.ts'
import { type FormCustomer, fillIn, goodCard, openForms, sendForm, stageFor } from '../pages/forms.ts'
import { makeChargesDue, type ScriptedCards, scriptCards } from '../support/charges.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { demoKey, openShop, type Shop } from '../support/shop.ts'

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

const charged: ChargeResult = { kind: 'charged' }
const noAnswer = async (): Promise<never> => {
  throw new NoAnswer()
}

async function atConfirm(): Promise<FormCustomer> {
  const customer = await openForms(shop)
  await fillIn(customer)
  return customer
}

interface ChargeRow {
  readonly id: string
  readonly state: string
  readonly looks: number
  readonly in_ms: number
}

/** A session's charges, oldest first, and in how many milliseconds each is looked at. */
async function chargesOf({ sessionId }: FormCustomer): Promise<ChargeRow[]> {
  const rows = await service.database.query(
    `select id, state, looks, (extract(epoch from resolve_at - statement_timestamp()) * 1000)::float8 as in_ms
     from charges where session_id = '${sessionId}' order by created_at, id`,
  )
  return rows as unknown as ChargeRow[]
}

const statesOf = async (customer: FormCustomer): Promise<string[]> =>
  (await chargesOf(customer)).map(({ state }) => state)
const paymentOf = async ({ paymentId }: FormCustomer): Promise<string> =>
  (await shop.call('GET', `/api/v2/payments/${paymentId}`)).body.status
const givenBack = (): string[] => cards.asked.filter(({ kind }) => kind === 'giveBack').map(({ id }) => id)

/** One look at everything, by two processes at the same moment. */
async function look(): Promise<void> {
  await makeChargesDue(service)
  await Promise.all([resolveCharges(service.app), resolveCharges(service.app)])
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + 60_000
  while (!(await isSo())) assert.ok(performance.now() < endsAt, 'a minute is long enough')
}

test('a charge that nobody knew of and that arrives afterwards goes back, once', async () => {
  const customer = await atConfirm()
  cards.charge = noAnswer
  await sendForm(customer, 'pay')
  assert.equal(await stageFor(customer), 'waiting')
  await look()
  assert.deepEqual([await statesOf(customer), await stageFor(customer)], [['written_off'], 'card'])
  cards.find = async () => charged
  for (let looks = 0; looks < 3; looks += 1) await look()
  const [row] = await chargesOf(customer)
  assert.deepEqual([row?.state, givenBack()], ['given_back', [row?.id]])
  assert.deepEqual([await paymentOf(customer), await stageFor(customer)], ['CREATED', 'card'])
})

test('what arrives late goes back also when the session was paid with another charge meanwhile', async () => {
  const customer = await atConfirm()
  cards.charge = noAnswer
  await sendForm(customer, 'pay')
  await look()
  cards.charge = async () => charged
  await sendForm(customer, 'card', goodCard)
  await sendForm(customer, 'pay')
  assert.equal(await stageFor(customer), 'approved')
  const [first] = await chargesOf(customer)
  cards.find = async () => charged
  await look()
  await look()
  assert.deepEqual(await statesOf(customer), ['given_back', 'approved'])
  assert.deepEqual([givenBack(), await paymentOf(customer)], [[first?.id], 'AUTHORIZED'])
})

test("the request's own answer is heard when it comes too late, and twice", async () => {
  const customer = await atConfirm()
  const answer = Promise.withResolvers<ChargeResult>()
  const patience = { ...chargeTimes }
  Object.assign(chargeTimes, { answerMs: 1 })
  cards.charge = () => answer.promise
  await sendForm(customer, 'pay')
  Object.assign(chargeTimes, patience)
  await look()
  assert.deepEqual([await statesOf(customer), await stageFor(customer)], [['written_off'], 'card'])
  cards.find = async () => charged
  answer.resolve(charged)
  await look()
  await until(async () => (await statesOf(customer))[0] === 'given_back')
  await look()
  assert.equal(givenBack().length, 1)
})

test("the request's own answer that comes late, while the session still waits, pays", async () => {
  const customer = await atConfirm()
  const answer = Promise.withResolvers<ChargeResult>()
  const patience = { ...chargeTimes }
  Object.assign(chargeTimes, { answerMs: 1 })
  cards.charge = () => answer.promise
  await sendForm(customer, 'pay')
  Object.assign(chargeTimes, patience)
  assert.equal(await stageFor(customer), 'waiting')
  answer.resolve(charged)
  await until(async () => (await paymentOf(customer)) === 'AUTHORIZED')
  assert.deepEqual([await statesOf(customer), givenBack()], [['approved'], []])
})

test('a charge that the processor itself called declined goes back when it was charged all the same', async () => {
  const customer = await atConfirm()
  const answer = Promise.withResolvers<ChargeResult>()
  const patience = { ...chargeTimes }
  Object.assign(chargeTimes, { answerMs: 1 })
  cards.charge = () => answer.promise
  await sendForm(customer, 'pay')
  Object.assign(chargeTimes, patience)
  cards.find = async () => ({ kind: 'declined', reason: 'declined' })
  await look()
  assert.deepEqual(await statesOf(customer), ['declined'])
  answer.resolve(charged)
  await until(async () => (await statesOf(customer))[0] === 'given_back')
  assert.equal(givenBack().length, 1)
})

test('a challenge that was withdrawn while it was being confirmed goes back', async () => {
  const customer = await atConfirm()
  cards.charge = async () => ({ kind: 'challenge' })
  await sendForm(customer, 'pay')
  assert.equal(await stageFor(customer), 'challenge')
  await look()
  assert.deepEqual(await statesOf(customer), ['written_off'])
  cards.find = async () => charged
  await look()
  assert.deepEqual([await statesOf(customer), givenBack().length], [['given_back'], 1])
})

test('money that could not be given back is, at a later look, and only what is certain ends a charge', async () => {
  const customer = await atConfirm()
  cards.charge = noAnswer
  await sendForm(customer, 'pay')
  await look()
  cards.find = async () => charged
  cards.giveBack = noAnswer
  await look()
  await look()
  assert.deepEqual(await statesOf(customer), ['to_give_back'])
  cards.giveBack = async () => undefined
  await look()
  assert.deepEqual(await statesOf(customer), ['given_back'])
})

test('what was written off is looked at ever later, and ruled out at once when the processor says so', async () => {
  const customer = await atConfirm()
  cards.charge = noAnswer
  await sendForm(customer, 'pay')
  await look()
  let total = 0
  for (let looks = 1; looks <= mostLooks; looks += 1) {
    const [row] = await chargesOf(customer)
    assert.equal(row?.state, 'written_off')
    const wanted = looks === 1 ? 15_000 : 15_000 * 2 ** (looks - 1)
    assert.ok(row.in_ms > wanted - 10_000 && row.in_ms <= wanted, `look ${looks} in ${row.in_ms}, not ${wanted}`)
    total += wanted
    await look()
  }
  assert.deepEqual(await statesOf(customer), ['declined'])
  assert.ok(total > 24 * 3_600_000, 'for more than a day')

  const other = await atConfirm()
  await sendForm(other, 'pay')
  await look()
  cards.find = async () => ({ kind: 'declined', reason: 'declined' })
  await look()
  assert.deepEqual(await statesOf(other), ['declined'])
  const { rows } = await visits(other)
  assert.equal(rows, 1, 'one declined card, whatever was heard of it later')
})

async function visits({ sessionId }: FormCustomer): Promise<{ rows: number }> {
  const [row] = await service.database.query(`select declines from visits where session_id = '${sessionId}'`)
  return { rows: Number(row?.['declines']) }
}

test('while a charge is under way nothing is decided and the customer waits; then it pays', async () => {
  const customer = await atConfirm()
  cards.charge = noAnswer
  cards.find = async () => ({ kind: 'pending' })
  await sendForm(customer, 'pay')
  for (let looks = 1; looks <= 8; looks += 1) {
    await look()
    assert.equal(await stageFor(customer), 'waiting')
    const [row] = await chargesOf(customer)
    const wanted = Math.min(1_000 * 2 ** looks, 60_000)
    assert.ok(row?.state === 'open' && row.in_ms > wanted - 10_000 && row.in_ms <= wanted, `${looks}: ${row?.in_ms}`)
  }
  cards.find = async () => charged
  await look()
  assert.deepEqual([await stageFor(customer), await statesOf(customer), givenBack()], ['approved', ['approved'], []])
})

test('a charge that is under way for longer than its payment waits goes back when it is charged at last', async () => {
  const customer = await atConfirm()
  cards.charge = noAnswer
  cards.find = async () => ({ kind: 'pending' })
  await sendForm(customer, 'pay')
  service.clock.advance(31 * 60_000)
  await look()
  assert.deepEqual([await stageFor(customer), await paymentOf(customer)], ['expired', 'EXPIRED'])
  assert.deepEqual(await statesOf(customer), ['written_off'])
  for (let looks = 0; looks < mostLooks + 3; looks += 1) await look()
  assert.deepEqual(await statesOf(customer), ['written_off'], 'what is under way is never ruled out')
  cards.find = async () => charged
  await look()
  assert.deepEqual([await statesOf(customer), givenBack().length], [['given_back'], 1])
})

test('one that never answers holds up no other, and one that fails is tried again ever later', async () => {
  const stuck = await atConfirm()
  const failing = await atConfirm()
  const others = await Promise.all([1, 2, 3].map(() => atConfirm()))
  cards.charge = noAnswer
  for (const customer of [stuck, failing, ...others]) await sendForm(customer, 'pay')
  const [stuckCharge] = await chargesOf(stuck)
  const [failingCharge] = await chargesOf(failing)
  const hanging = Promise.withResolvers<ChargeResult>()
  cards.find = async ({ id }: Charge) => {
    if (id === stuckCharge?.id) return hanging.promise
    if (id === failingCharge?.id) throw new NoAnswer()
    return charged
  }
  const patience = { ...chargeTimes }
  Object.assign(chargeTimes, { lookMs: 600_000, roundMs: 600_000 })
  await makeChargesDue(service)
  const round = resolveCharges(service.app)
  await until(async () => (await Promise.all(others.map(stageFor))).every((stage) => stage === 'approved'))
  await until(async () => {
    const [row] = await chargesOf(failing)
    return row?.looks === 1 && row.in_ms < 10_000
  })
  // What falls due while one hangs is not held up either.
  const late = await atConfirm()
  await sendForm(late, 'pay')
  await makeChargesDue(service)
  await until(async () => (await stageFor(late)) === 'approved')
  hanging.resolve(charged)
  await round
  Object.assign(chargeTimes, patience)
  assert.equal(await stageFor(stuck), 'approved')
  assert.ok(
    service.logged.some((line) => line['msg'] === 'charge unresolved' && line['charge_id'] === failingCharge?.id),
  )
  const metrics = await (await fetch(`${service.urls.uae}/metrics`)).text()
  assert.match(metrics, /qist_due_failures_total\{kind="charge"\} [1-9]/)
  await look()
  const [row] = await chargesOf(failing)
  assert.ok(row?.state === 'open' && row.in_ms > 0 && row.looks >= 2)
  cards.find = async () => charged
  await look()
  assert.equal(await stageFor(failing), 'approved')
})

test('a payment that somebody holds leaves the charge open and the customer waiting, and is settled later', async () => {
  const customer = await atConfirm()
  // As when the row is locked, or changed by others all the time: every save finds that somebody else was faster.
  await service.database.query(`
    create function hold() returns trigger language plpgsql as 'begin return null; end';
    create trigger held before update on payments for each row when (old.id = '${customer.paymentId}') execute function hold()`)
  assert.equal((await sendForm(customer, 'pay')).status, 303)
  assert.deepEqual([await stageFor(customer), await statesOf(customer)], ['waiting', ['open']])
  cards.find = async () => charged
  await look()
  assert.deepEqual([await stageFor(customer), await statesOf(customer)], ['waiting', ['open']])
  await service.database.query('drop trigger held on payments; drop function hold')
  await look()
  assert.deepEqual([await stageFor(customer), await statesOf(customer)], ['approved', ['approved']])
  assert.deepEqual([cards.asked.filter(({ kind }) => kind === 'charge').length, givenBack()], [1, []])
})

test("a machine whose clock is an hour ahead claims nothing before its time by the database's", async () => {
  const customer = await atConfirm()
  cards.charge = noAnswer
  cards.find = async () => charged
  await sendForm(customer, 'pay')
  await service.database.query(
    `update charges set resolve_at = statement_timestamp() + interval '10 minutes' where state = 'open'`,
  )
  service.clock.advance(60 * 60_000)
  assert.equal(await resolveCharges(service.app), 0)
  service.clock.advance(-60 * 60_000)
  await look()
  assert.equal(await stageFor(customer), 'approved')
})
