import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { maxVoidAttempts } from '../../src/money/charges/charge.ts'
import { dueVoidChecks } from '../../src/money/charges/due-charges.ts'
import { wakeCheck } from '../../src/money/charges/wake-check.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { type BackOfficeVisitor, signInAt } from '../../testkit/back-office-visitor.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { type FormCustomer, sendForm } from '../pages/forms.ts'
import {
  arriveAtConfirm,
  charged,
  chargesOf,
  checkCharges,
  type FoundCharge,
  noAnswer,
  type ScriptedCards,
  scriptCards,
} from '../support/charges.ts'
import { askDoctor } from '../support/doctor.ts'
import { startTestService, type TestService } from '../support/service.ts'

// Late charges whose voids fail at the processor.
let service: TestService
let shop: Shop
let cards: ScriptedCards
let agent: BackOfficeVisitor
before(async () => {
  service = await startTestService()
  shop = openShop(service.urls.uae, demoKey(1))
  agent = await signInAt(service.urls.uae, 'agent@support.test', 'support')
})
beforeEach(() => {
  cards = scriptCards(service)
})
after(() => service.close())

/** The sent attempts, in order. */
let sent: number[] = []
const fail = async ({ attempt }: { attempt: number }) => {
  sent.push(attempt)
  return { kind: 'failed' } as const
}
const refund = async ({ attempt }: { attempt: number }) => {
  sent.push(attempt)
  return { kind: 'refunded' } as const
}

/** A charge with an unknown result that succeeds after it was written off. */
async function lateCharge(): Promise<FormCustomer> {
  const customer = await arriveAtConfirm(shop)
  cards.charge = noAnswer
  await sendForm(customer, 'pay')
  await checkCharges(service)
  cards.find = async () => charged
  sent = []
  return customer
}

async function chargeOf(customer: FormCustomer): Promise<FoundCharge> {
  return (await chargesOf(service, customer))[0] ?? assert.fail()
}

async function newsOf(customer: FormCustomer) {
  const { id } = await chargeOf(customer)
  const [row] = await service.database.query(`select merchant_id from charges where id = '${id}'`)
  return { type: 'refund' as const, merchantId: String(row?.['merchant_id']) as never, id }
}

test('a failed void is sent again as a new attempt, with growing pauses, and never because of a lost answer', async () => {
  const customer = await lateCharge()
  cards.refund = fail
  await checkCharges(service)
  const hours = async () => Math.round((await chargeOf(customer)).inMs / 3_600_000)
  assert.deepEqual([(await chargeOf(customer)).state, sent, await hours()], ['to_void', [1], 1])
  await checkCharges(service)
  assert.deepEqual([sent, await hours()], [[1, 2], 2])
  // The answer is lost and the void is pending: the same attempt is queried.
  cards.refund = async ({ attempt }) => {
    sent.push(attempt)
    return noAnswer()
  }
  await checkCharges(service)
  cards.findRefund = async ({ attempt }) => ({ kind: attempt === 3 ? 'pending' : 'failed' })
  await checkCharges(service)
  assert.deepEqual(sent, [1, 2, 3])
  cards.findRefund = async ({ attempt }) => ({ kind: attempt === 3 ? 'failed' : 'unknown' })
  await checkCharges(service)
  cards.refund = refund
  await checkCharges(service)
  await checkCharges(service)
  assert.deepEqual([(await chargeOf(customer)).state, sent], ['voided', [1, 2, 3, 4]])
  assert.deepEqual(await askDoctor(service.app), [])
})

test('an event about the failed attempt does not send the next one early', async () => {
  const customer = await lateCharge()
  cards.refund = fail
  await checkCharges(service)
  await wakeCheck(service.app, await newsOf(customer))
  assert.ok((await chargeOf(customer)).inMs > 3_000_000)
  cards.refund = async () => ({ kind: 'pending' })
  await checkCharges(service)
  await wakeCheck(service.app, await newsOf(customer))
  assert.ok((await chargeOf(customer)).inMs <= 0)
})

test('after the last attempt no other is sent', async () => {
  const customer = await lateCharge()
  cards.refund = fail
  await checkCharges(service)
  const { id } = await chargeOf(customer)
  await service.database.query(`update charges set void_attempt = ${maxVoidAttempts} where id = '${id}'`)
  await checkCharges(service)
  assert.deepEqual([sent, (await chargeOf(customer)).inMs], [[1, maxVoidAttempts], Number.POSITIVE_INFINITY])
})

test('a confirmed void that fails later is sent again', async () => {
  const customer = await lateCharge()
  cards.refund = refund
  await checkCharges(service)
  assert.equal((await chargeOf(customer)).state, 'voided')
  cards.findRefund = async ({ attempt }) => ({ kind: attempt === 1 ? 'failed' : 'unknown' })
  const checkTwice = () => Promise.all([settleDue(service.app, dueVoidChecks), settleDue(service.app, dueVoidChecks)])
  await checkTwice()
  assert.equal((await chargeOf(customer)).state, 'voided', 'it is not asked about before its time')
  await wakeCheck(service.app, await newsOf(customer))
  await checkTwice()
  assert.equal((await chargeOf(customer)).state, 'to_void')
  await checkCharges(service)
  assert.deepEqual([(await chargeOf(customer)).state, sent], ['voided', [1, 2]])
  const [row] = await service.database.query(
    `select extract(epoch from due_at - voided_at)::int as seconds from charges where id = '${(await chargeOf(customer)).id}'`,
  )
  assert.equal(row?.['seconds'], 3 * 86_400)
})

test("a charge that is not voided after a day is on support's list, with its payment", async () => {
  const customer = await lateCharge()
  cards.refund = fail
  await checkCharges(service)
  const isListed = async (path: string): Promise<boolean> => {
    const { text, status } = await agent.get(path)
    assert.equal(status, 200)
    return text.includes(`/support/payments/${customer.paymentId}`)
  }
  assert.ok(!(await isListed('/support/voids')))
  service.clock.advance(86_400_000)
  agent = await signInAt(service.urls.uae, 'agent@support.test', 'support')
  for (const path of ['/support', '/support/voids', '/support/voids?lang=ar']) assert.ok(await isListed(path), path)
  await checkCharges(service)
  cards.refund = refund
  await checkCharges(service)
  assert.ok(!(await isListed('/support/voids')))
})
