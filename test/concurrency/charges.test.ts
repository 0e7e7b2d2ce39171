import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { dueFirstCharges } from '../../src/money/checkout/charges/first-charges.ts'
import {
  type CardProcessor,
  type CardRefund,
  type Charge,
  type ChargeFinding,
  type ChargeResult,
  NoAnswer,
  type RefundFinding,
} from '../../src/platform/adapters/card-processor.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { demoKey, openShop, type Shop } from '../../testkit/shop.ts'
import { type FormCustomer, fillIn, openForms, sendForm, stageFor } from '../pages/forms.ts'
import { charged, makeChargesDue } from '../support/charges.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let shop: Shop
let bank: Bank
let client: pg.Client
before(async () => {
  service = await startTestService()
  shop = openShop(service.urls.uae, demoKey(1))
  bank = openBank(service.app.cards.test)
  client = new pg.Client(service.database.connection)
  await client.connect()
})
after(async () => {
  await client.end()
  await service.close()
})

interface Bank {
  /** The bank's balance of each charge, in minor units: 0 after a full refund. */
  readonly holds: ReadonlyMap<string, bigint>
}

/** A bank with a memory, random delays, and no answer every third time, whether it charged or not. */
function openBank(cards: CardProcessor): Bank {
  const holds = new Map<string, bigint>()
  const refunds = new Set<string>()
  let requests = 0
  const charge = async (request: Charge): Promise<ChargeResult> => {
    requests += 1
    const turn = requests
    await new Promise((resolve) => setTimeout(resolve, (turn * 7) % 20))
    assert.equal(holds.has(request.id), false, 'the same charge was sent twice')
    if (turn % 6 === 0) throw new NoAnswer()
    holds.set(request.id, request.amountMinor)
    if (turn % 3 === 0) throw new NoAnswer()
    return charged
  }
  Object.assign(cards, {
    charge,
    find: async ({ id }: Charge): Promise<ChargeFinding> => (holds.has(id) ? charged : { kind: 'unknown' }),
    findRefund: async ({ id }: CardRefund): Promise<RefundFinding> => {
      return { kind: refunds.has(id) ? 'refunded' : 'unknown' }
    },
    refund: async ({ id, charge: { id: of }, amountMinor }: CardRefund): Promise<RefundFinding> => {
      if (!refunds.has(id)) holds.set(of, (holds.get(of) ?? 0n) - amountMinor)
      refunds.add(id)
      return { kind: 'refunded' }
    },
  })
  return { holds }
}

async function heldFor(customer: FormCustomer): Promise<bigint> {
  const { rows } = await client.query<{ id: string }>('select id from charges where session_id = $1', [
    customer.sessionId,
  ])
  return rows.reduce((sum, { id }) => sum + (bank.holds.get(id) ?? 0n), 0n)
}

test('under concurrency the bank holds the first instalment of authorized payments and of no others', async () => {
  const rivals: ((customer: FormCustomer) => Promise<unknown>)[] = [
    (customer) => sendForm(customer, 'pay'),
    (customer) => sendForm(customer, 'cancel'),
    (customer) => shop.call('POST', `/api/v2/checkout/${customer.sessionId}/cancel`),
    (customer) => shop.call('POST', `/sandbox/payments/${customer.paymentId}/reject`),
    (customer) => shop.call('POST', `/sandbox/payments/${customer.paymentId}/authorize`),
    () => settleDue(service.app, dueFirstCharges),
  ]
  const customers = await Promise.all(
    Array.from({ length: 24 }, async () => {
      const customer = await openForms(shop)
      await fillIn(customer)
      return customer
    }),
  )
  await Promise.all(
    customers.flatMap((customer, index) => {
      const rival = rivals[index % rivals.length]
      return [sendForm(customer, 'pay'), rival?.(customer), sendForm(customer, 'pay'), sendForm(customer, 'pay')]
    }),
  )
  for (let rounds = 0; rounds < 4; rounds += 1) {
    await makeChargesDue(service)
    await Promise.all([settleDue(service.app, dueFirstCharges), settleDue(service.app, dueFirstCharges)])
  }
  const ended: string[] = []
  for (const [index, customer] of customers.entries()) {
    const { body } = await shop.call('GET', `/api/v2/payments/${customer.paymentId}`)
    const held = await heldFor(customer)
    const isSandboxAuthorized = index % rivals.length === 4 && held === 0n
    if (!isSandboxAuthorized) assert.equal(held, body.status === 'AUTHORIZED' ? 8_500n : 0n, `${index}: ${body.status}`)
    const stage = await stageFor(customer)
    assert.notEqual(stage, 'waiting')
    ended.push(stage)
  }
  assert.ok(ended.includes('approved'), ended.join())
  const { rows } = await client.query<{ id: string }>('select id from charges')
  const written = new Set(rows.map(({ id }) => id))
  for (const id of bank.holds.keys()) assert.ok(written.has(id), 'the bank was asked for what nobody wrote down')
})
