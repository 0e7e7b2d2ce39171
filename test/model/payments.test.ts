import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { paymentStates } from '../../src/payments/states.ts'
import type { Answer } from '../../testkit/shop.ts'
import { type NewMerchant, openTestApi } from '../support/api.ts'

// Random commands on one payment, beside a model that says what each must answer. Written from the contract: it shares no
// rule with the service but the table of states, against which the timeline is held.

const api = await openTestApi()
after(() => api.close())

const amount = 1_003n
const shown = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

interface Model {
  status: 'CREATED' | 'AUTHORIZED' | 'CLOSED' | 'REJECTED' | 'EXPIRED'
  reference: string
  captures: Map<string, bigint>
  refunds: Map<string, bigint>
  nowMinutes: number
  authorizedMinutes: number
  told: string[]
}

interface Real {
  readonly merchant: NewMerchant
  readonly id: string
}

const sum = (moved: Map<string, bigint>): bigint => [...moved.values()].reduce((total, each) => total + each, 0n)

function settle(model: Model): void {
  if (model.status === 'CREATED' && model.nowMinutes >= 30) {
    model.status = 'EXPIRED'
    model.told.push('expired')
  }
  if (model.status === 'AUTHORIZED' && model.nowMinutes >= model.authorizedMinutes + 21 * 1440) {
    model.captures.set(' auto', amount - sum(model.captures))
    model.status = 'CLOSED'
    model.told.push('authorized', 'closed')
  }
}

abstract class PaymentCommand implements fc.AsyncCommand<Model, Real> {
  check(): boolean {
    return true
  }
  /** Changes the model and answers the status that the service must give. */
  abstract expect(model: Model): number
  abstract ask(real: Real): Promise<Answer>
  async run(model: Model, real: Real): Promise<void> {
    settle(model)
    const wanted = this.expect(model)
    settle(model)
    const answer = await this.ask(real)
    assert.equal(answer.status, wanted, `${this}: ${answer.text}`)
    await assertInvariants(model, real)
  }
  abstract toString(): string
}

class Decide extends PaymentCommand {
  readonly move: 'authorize' | 'reject' | 'cancel'
  constructor(move: 'authorize' | 'reject' | 'cancel') {
    super()
    this.move = move
  }
  expect(model: Model): number {
    if (model.status !== 'CREATED') return 400
    // The session lasts 20 minutes, its payment waits for ten more.
    if (this.move === 'authorize' && model.nowMinutes >= 20) return 400
    const next = { authorize: 'AUTHORIZED', reject: 'REJECTED', cancel: 'EXPIRED' } as const
    model.status = next[this.move]
    if (this.move === 'authorize') model.authorizedMinutes = model.nowMinutes
    model.told.push(model.status.toLowerCase())
    return 200
  }
  ask({ merchant, id }: Real) {
    return merchant.test.call('POST', `/sandbox/payments/${id}/${this.move}`)
  }
  toString = () => this.move
}

class Move extends PaymentCommand {
  readonly kind: 'captures' | 'refunds'
  readonly minor: bigint
  readonly reference: string
  constructor(kind: 'captures' | 'refunds', minor: bigint, reference: string) {
    super()
    this.kind = kind
    this.minor = minor
    this.reference = reference
  }
  expect(model: Model): number {
    const moved = model[this.kind]
    if (moved.has(this.reference)) return 200
    const isCapture = this.kind === 'captures'
    if (model.status !== (isCapture ? 'AUTHORIZED' : 'CLOSED')) return 400
    const left = isCapture ? amount - sum(model.captures) : sum(model.captures) - sum(model.refunds)
    if (this.minor <= 0n || this.minor > left) return 400
    moved.set(this.reference, this.minor)
    model.told.push(isCapture ? 'authorized' : 'closed')
    if (isCapture && this.minor === left) {
      model.status = 'CLOSED'
      model.told.push('closed')
    }
    return 200
  }
  ask({ merchant, id }: Real) {
    const body = { amount: shown(this.minor), reference_id: this.reference }
    return merchant.test.call('POST', `/api/v2/payments/${id}/${this.kind}`, body)
  }
  toString = () => `${this.kind} ${shown(this.minor)} as ${this.reference}`
}

class Close extends PaymentCommand {
  expect(model: Model): number {
    if (model.status !== 'AUTHORIZED') return 400
    model.status = 'CLOSED'
    model.told.push('closed')
    return 200
  }
  ask({ merchant, id }: Real) {
    return merchant.test.call('POST', `/api/v2/payments/${id}/close`)
  }
  toString = () => 'close'
}

class Rename extends PaymentCommand {
  readonly reference: string
  constructor(reference: string) {
    super()
    this.reference = reference
  }
  expect(model: Model): number {
    const isTold = model.status === 'AUTHORIZED' || model.status === 'CLOSED'
    if (model.reference !== this.reference && isTold) model.told.push(model.status.toLowerCase())
    model.reference = this.reference
    return 200
  }
  ask({ merchant, id }: Real) {
    return merchant.test.call('PUT', `/api/v2/payments/${id}`, { order: { reference_id: this.reference } })
  }
  toString = () => `rename to ${this.reference}`
}

class Advance extends PaymentCommand {
  readonly minutes: number
  constructor(minutes: number) {
    super()
    this.minutes = minutes
  }
  expect(model: Model): number {
    model.nowMinutes += this.minutes
    return 200
  }
  ask({ merchant }: Real) {
    return merchant.test.call('POST', '/sandbox/clock', { advance: `PT${this.minutes}M` })
  }
  toString = () => `advance ${this.minutes} minutes`
}

async function assertInvariants(model: Model, { merchant, id }: Real): Promise<void> {
  const { body } = await merchant.test.call('GET', `/api/v2/payments/${id}`)
  assert.deepEqual([body.status, body.order.reference_id], [model.status, model.reference])
  for (const kind of ['captures', 'refunds'] as const) {
    const real = body[kind].map((each: { amount: string }) => each.amount)
    assert.deepEqual(real, [...model[kind].values()].map(shown))
  }
  assert.ok(sum(model.captures) <= amount && sum(model.refunds) <= sum(model.captures))
  const { query } = api.service.database
  const books = await query(
    `select account, currency, sum(amount_minor)::int as rest from ledger_entries where payment_id = '${id}' group by 1, 2`,
  )
  const held = new Map(books.map((row) => [row['account'], row['rest'] as number]))
  assert.ok(books.every((row) => row['currency'] === 'AED'))
  assert.equal(
    [...held.values()].reduce((total, each) => total + each, 0),
    0,
  )
  assert.equal(held.get('merchant') ?? 0, Number(sum(model.refunds) - sum(model.captures)))
  const isPaid = model.status === 'AUTHORIZED' || model.status === 'CLOSED'
  const kept = sum(model.captures) - sum(model.refunds)
  const cash = held.get('cash') ?? 0
  if (model.status === 'AUTHORIZED') assert.equal(cash, 250)
  if (model.status === 'CLOSED') assert.equal(cash, Math.min(250, Number(kept)))
  if (!isPaid) assert.equal(cash, 0)
  await assertHistory(model, id)
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
  assert.equal(status, model.status)
  const notes = await query(
    `select sequence, body->>'status' as status from notifications where payment_id = '${id}' order by sequence`,
  )
  assert.deepEqual(
    notes.map((note) => [note['sequence'], note['status']]),
    model.told.map((told, index) => [index + 1, told]),
  )
}

const reference = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const minor = fc.oneof(fc.bigInt(0n, 1_100n), fc.constantFrom(1n, 250n, 251n, 500n, amount))
const commands = [
  fc.constant(new Decide('authorize')),
  fc.constantFrom<'authorize' | 'reject' | 'cancel'>('authorize', 'reject', 'cancel').map((move) => new Decide(move)),
  fc.tuple(minor, reference).map(([much, as]) => new Move('captures', much, as)),
  fc.tuple(minor, reference).map(([much, as]) => new Move('captures', much, as)),
  fc.tuple(minor, reference).map(([much, as]) => new Move('refunds', much, as)),
  fc.constant(new Close()),
  fc.constantFrom('1001', 'x', 'y').map((as) => new Rename(as)),
  fc.constantFrom(1, 19, 29, 30, 1440, 20 * 1440, 21 * 1440).map((minutes) => new Advance(minutes)),
]

test('whatever is done to a payment, it answers, stores and tells what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 14 }), fc.boolean(), async (list, isAuthorized) => {
      const merchant = await api.newMerchant()
      const id = await merchant.test.createdPayment(shown(amount))
      const model: Model = {
        status: 'CREATED',
        reference: '1001',
        captures: new Map(),
        refunds: new Map(),
        nowMinutes: 0,
        authorizedMinutes: 0,
        told: [],
      }
      const real = { merchant, id }
      if (isAuthorized) await new Decide('authorize').run(model, real)
      await fc.asyncModelRun(() => ({ model, real }), list)
    }),
    { numRuns: 60, verbose: 1, endOnFailure: false },
  )
})
