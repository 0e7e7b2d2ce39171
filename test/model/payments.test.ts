import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { paymentStates } from '../../src/money/payments/states.ts'
import { formatMinor, minorOf } from '../../testkit/amounts.ts'
import type { Answer } from '../../testkit/client.ts'
import {
  announcementsOf,
  capture,
  close,
  createPayment,
  decide,
  type ModelPayment,
  type Movement,
  type Outcome,
  refund,
  settle,
  sum,
  updateReference,
} from '../../testkit/payment-model.ts'
import { type NewMerchant, openTestApi } from '../support/api.ts'

// Random commands on one payment, compared with a model that predicts each answer (`testkit/payment-model.ts`).
// The model shares only the state table with the service; the timeline is compared with that table.

const api = await openTestApi()
after(() => api.close())

const amount = 10_03

class Model {
  payment = createPayment('', amount, 0)
  /** In minutes. */
  now = 0
  /** The statuses that the merchant is notified of, in order. */
  readonly announced: string[] = []

  become(after: ModelPayment): void {
    this.announced.push(...announcementsOf(this.payment, after))
    this.payment = after
  }
}

interface Real {
  readonly merchant: NewMerchant
  readonly id: string
}

/** Runs a command on the payment in the model and in the service; the answers must agree. */
class PaymentCommand implements fc.AsyncCommand<Model, Real> {
  readonly name: string
  readonly model: (model: Model) => Outcome
  readonly ask: (real: Real) => Promise<Answer>

  constructor(name: string, model: (model: Model) => Outcome, ask: (real: Real) => Promise<Answer>) {
    this.name = name
    this.model = model
    this.ask = ask
  }

  check(): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    const outcome = this.model(model)
    if (typeof outcome !== 'string') model.become(outcome)
    const answer = await this.ask(real)
    assert.equal(answer.status, typeof outcome === 'string' ? 400 : 200, `${this}: ${answer.text}`)
    await assertInvariants(model.payment, real)
    await assertHistory(model, real.id)
  }

  toString = () => this.name
}

const decisions = { authorize: 'AUTHORIZED', reject: 'REJECTED', cancel: 'EXPIRED' } as const

const decideAs = (move: keyof typeof decisions) =>
  new PaymentCommand(
    move,
    ({ payment, now }) => decide(payment, decisions[move], now),
    ({ merchant, id }) => merchant.test.call('POST', `/sandbox/payments/${id}/${move}`),
  )

const move = (kind: 'captures' | 'refunds', movement: Movement) =>
  new PaymentCommand(
    `${kind} ${JSON.stringify(movement)}`,
    ({ payment }) => (kind === 'captures' ? capture : refund)(payment, movement),
    ({ merchant, id }) => {
      const body = { amount: formatMinor(movement.minor), reference_id: movement.reference }
      return merchant.test.call('POST', `/api/v2/payments/${id}/${kind}`, body)
    },
  )

const closePayment = new PaymentCommand(
  'close',
  ({ payment }) => close(payment),
  ({ merchant, id }) => merchant.test.call('POST', `/api/v2/payments/${id}/close`),
)

const rename = (to: string) =>
  new PaymentCommand(
    `rename to ${to}`,
    ({ payment }) => updateReference(payment, to),
    ({ merchant, id }) => merchant.test.call('PUT', `/api/v2/payments/${id}`, { order: { reference_id: to } }),
  )

const advance = (minutes: number) =>
  new PaymentCommand(
    `advance ${minutes} minutes`,
    (model) => {
      model.now += minutes
      return settle(model.payment, model.now)
    },
    ({ merchant }) => merchant.test.call('POST', '/sandbox/clock', { advance: `PT${minutes}M` }),
  )

async function assertInvariants(payment: ModelPayment, { merchant, id }: Real): Promise<void> {
  const { body } = await merchant.test.call('GET', `/api/v2/payments/${id}`)
  assert.deepEqual([body.status, body.order.reference_id], [payment.status, payment.orderReference])
  for (const kind of ['captures', 'refunds'] as const) {
    const real = body[kind].map((each: { amount: string }) => minorOf(each.amount))
    assert.deepEqual(
      real,
      payment[kind].map(({ minor }) => minor),
    )
  }
  const [captured, refunded] = [sum(payment.captures), sum(payment.refunds)]
  assert.ok(captured <= amount && refunded <= captured)
  const { query } = api.service.database
  const books = await query(
    `select account, currency, sum(amount_minor)::int as rest from ledger_entries where source_id = '${id}' group by 1, 2`,
  )
  const held = new Map(books.map((row) => [row['account'], row['rest'] as number]))
  assert.ok(books.every((row) => row['currency'] === 'AED'))
  assert.equal(
    [...held.values()].reduce((total, each) => total + each, 0),
    0,
  )
  assert.equal(held.get('merchant') ?? 0, refunded - captured)
  // Collections have a model of their own (`plans-service.test.ts`).
  const paid = (held.get('cash') ?? 0) + (held.get('refunds_payable') ?? 0)
  const total = payment.status === 'AUTHORIZED' ? amount : payment.status === 'CLOSED' ? captured - refunded : 0
  assert.ok(Math.min(250, total) <= paid && paid <= total, `${paid} of ${total} is paid`)
  const [cards] = await query(
    `select (select coalesce(sum(amount_minor), 0)::int from charges where payment_id = '${id}' and state = 'approved')
       - (select coalesce(sum(amount_minor), 0)::int from returns where payment_id = '${id}') as paid`,
  )
  assert.equal(cards?.['paid'], paid)
}

async function assertHistory(model: Model, id: string): Promise<void> {
  const { query } = api.service.database
  const line = await query(`select * from payment_timeline where payment_id = '${id}' order by version`)
  let status: unknown = null
  for (const [index, row] of line.entries()) {
    assert.deepEqual([row['version'], row['status_before']], [index + 1, status])
    const { move, status_before, status_after } = row as Record<string, string>
    if (index > 0)
      assert.ok(paymentStates.allows(status_before as 'CREATED', move as 'close', status_after as 'CLOSED'))
    status = row['status_after']
  }
  assert.equal(status, model.payment.status)
  const notes = await query(
    `select sequence, body->>'status' as status from notifications where payment_id = '${id}' order by sequence`,
  )
  assert.deepEqual(
    notes.map((note) => [note['sequence'], note['status']]),
    model.announced.map((announced, index) => [index + 1, announced]),
  )
}

const minor = fc.oneof(fc.integer({ min: 0, max: 1_100 }), fc.constantFrom(1, 250, 251, 500, amount))
const movement = fc.record({ minor, reference: fc.constantFrom('a', 'b', 'c', 'd', 'e') })
const commands = [
  fc.constant(decideAs('authorize')),
  fc.constantFrom<keyof typeof decisions>('authorize', 'reject', 'cancel').map(decideAs),
  movement.map((chosen) => move('captures', chosen)),
  movement.map((chosen) => move('captures', chosen)),
  movement.map((chosen) => move('refunds', chosen)),
  fc.constant(closePayment),
  fc.constantFrom('1001', 'x', 'y').map(rename),
  fc.constantFrom(1, 19, 29, 30, 1440, 20 * 1440, 21 * 1440).map(advance),
]

test('random commands: answers, rows and notifications of a payment agree with the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 14 }), fc.boolean(), async (list, isAuthorized) => {
      const merchant = await api.newMerchant()
      const id = await merchant.test.createdPayment(formatMinor(amount))
      const [model, real] = [new Model(), { merchant, id }]
      if (isAuthorized) await decideAs('authorize').run(model, real)
      await fc.asyncModelRun(() => ({ model, real }), list)
    }),
    { numRuns: 60, verbose: 1, endOnFailure: false },
  )
})
