import { formatMinor, minorOf } from '../testkit/amounts.ts'
import { type Answer, type Caller, succeed } from '../testkit/client.ts'
import type { DisputeMove } from '../testkit/dispute-model.ts'
import {
  capture,
  close,
  createPayment,
  decide,
  type ModelPayment,
  type Movement,
  moveDispute,
  type Outcome,
  openDispute,
  refund,
  settle,
  updateReference,
} from '../testkit/payment-model.ts'
import type { Random } from '../testkit/random.ts'
import { checkoutBody, newBuyer } from '../testkit/shop.ts'
import { visiblePaymentOf } from './history.ts'

const amount = 100_00
/** The number of commands in a life. */
export const lifeLength = 60

/** One merchant with random commands of customers, support and clock, and the model's expected outcomes. */
export class Life {
  accepted = 0
  /** Whether a command was answered with 500 or above. */
  isBroken = false
  /** In minutes since its beginning. */
  #now = 0
  readonly #payments: ModelPayment[] = []
  readonly #merchant: Caller
  readonly #random: Random

  constructor(merchant: Caller, random: Random) {
    this.#merchant = merchant
    this.#random = random
  }

  /** Returns the first command after which service and model differ. */
  async live(): Promise<string | undefined> {
    for (let step = 1; step <= lifeLength; step += 1) {
      const wrong = await this.#step()
      if (wrong !== undefined) return `command ${step}: ${wrong}`
    }
    for (const payment of this.#payments) {
      const wrong = await this.#read(payment)
      if (wrong !== undefined) return `at the end: ${wrong}`
    }
    return undefined
  }

  #call(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.#merchant.call(method, path, body)
  }

  async #step(): Promise<string | undefined> {
    const random = this.#random
    const payments = this.#payments
    if (payments.length === 0 || (payments.length < 4 && random.chance(0.08))) return this.#checkout()
    if (random.chance(0.1)) return this.#wait()
    const payment = random.chance(0.7) ? (payments.at(-1) ?? random.pick(payments)) : random.pick(payments)
    if (random.chance(0.08)) return this.#read(payment)
    if (payment.status === 'CREATED' ? random.chance(0.7) : random.chance(0.03)) return this.#decide(payment)
    if (payment.status === 'CLOSED' && random.chance(0.65)) return this.#dispute(payment)
    return this.#move(payment)
  }

  async #checkout(): Promise<undefined> {
    const body = checkoutBody('main', 'AED', formatMinor(amount), { buyer: newBuyer() })
    const { id } = succeed(await this.#call('POST', '/api/v2/checkout', body)).body.payment
    this.#payments.push(createPayment(id, amount, this.#now))
    this.accepted += 1
  }

  async #wait(): Promise<undefined> {
    let minutes = this.#random.pick([11, 24, 7 * 60, 5 * 24 * 60, 15 * 24 * 60, 22 * 24 * 60])
    while (this.#isNearDue(this.#now + minutes)) minutes += 7
    succeed(await this.#call('POST', '/sandbox/clock', { advance: `PT${minutes}M` }))
    this.#now += minutes
    for (const payment of this.#payments) this.#put(settle(payment, this.#now))
    this.accepted += 1
  }

  /**
   * Whether a due time is so close that its effect depends on the machine's speed. The clock never stops that close.
   */
  #isNearDue(at: number): boolean {
    const dues = this.#payments.flatMap(({ dueAt, shutAt, dispute }) => [dueAt, shutAt, dispute?.dueAt])
    return dues.some((due) => due !== undefined && Math.abs(due - at) < 2)
  }

  #put(payment: ModelPayment): void {
    this.#payments[this.#payments.findIndex(({ id }) => id === payment.id)] = payment
  }

  async #decide(payment: ModelPayment): Promise<string | undefined> {
    const random = this.#random
    const [move, status] = random.pick([
      ['authorize', 'AUTHORIZED'],
      ['authorize', 'AUTHORIZED'],
      ['authorize', 'AUTHORIZED'],
      ['reject', 'REJECTED'],
      ['cancel', 'EXPIRED'],
    ] as const)
    const answer = await this.#call('POST', `/sandbox/payments/${payment.id}/${move}`)
    return this.#judge(move, answer, decide(payment, status, this.#now))
  }

  async #move(payment: ModelPayment): Promise<string | undefined> {
    const random = this.#random
    const path = `/api/v2/payments/${payment.id}`
    const kind = random.pick(['captures', 'captures', 'captures', 'refunds', 'refunds', 'close', 'reference'] as const)
    if (kind === 'close') {
      return this.#judge(kind, await this.#call('POST', `${path}/close`), close(payment))
    }
    if (kind === 'reference') {
      const reference = `order-${random.between(1, 5)}`
      const body = { order: { reference_id: reference } }
      return this.#judge(kind, await this.#call('PUT', path, body), updateReference(payment, reference))
    }
    const movement: Movement = {
      reference: random.chance(0.1) ? '' : `r${random.between(1, 12)}`,
      minor: random.chance(0.15) ? amount : random.between(1, 45_00),
    }
    const body = { amount: formatMinor(movement.minor), reference_id: movement.reference }
    const answer = await this.#call('POST', `${path}/${kind}`, body)
    const expected = kind === 'captures' ? capture(payment, movement) : refund(payment, movement)
    return this.#judge(`${kind} ${JSON.stringify(movement)}`, answer, expected)
  }

  async #dispute(payment: ModelPayment): Promise<string | undefined> {
    const random = this.#random
    const { dispute } = payment
    if (dispute === undefined || random.chance(0.15)) return this.#open(payment)
    const move = chooseMove(random)
    const answer = await this.#send(dispute.id, move)
    const wrong = this.#judgeStatus(`${move.do} of a dispute`, answer, moveDispute(payment, move, this.#now))
    return wrong ?? this.#read(this.#payments.find(({ id }) => id === payment.id) ?? payment)
  }

  async #open(payment: ModelPayment): Promise<string | undefined> {
    const minor = this.#random.chance(0.5) ? this.#random.between(1, 60_00) : undefined
    const amountOf = minor === undefined ? {} : { amount: formatMinor(minor) }
    const body = { payment_id: payment.id, reason: 'not_delivered', ...amountOf }
    const answer = await this.#call('POST', '/sandbox/disputes', body)
    const id: string = answer.body?.dispute?.id ?? ''
    return this.#judgeStatus('a new dispute', answer, openDispute(payment, minor, id, this.#now))
  }

  #send(id: string, move: DisputeMove): Promise<Answer> {
    if (move.do === 'approve') return this.#call('POST', '/api/v1/disputes/approve', { dispute_ids: [id] })
    if (move.do === 'merchant-evidence') {
      return this.#call('POST', `/api/v1/disputes/${id}/provide-evidence`, { content: 'a photo' })
    }
    if (move.do === 'challenge') {
      const because =
        move.minor === undefined
          ? { reason: 'merchant_reason_other' }
          : { reason: 'merchant_reason_order_amount_should_be_different', amount: formatMinor(move.minor) }
      return this.#call('POST', '/api/v1/disputes/challenge', { dispute_id: id, ...because })
    }
    const body = move.do === 'request-evidence' ? { from: move.from } : { content: 'a photo', comment: 'a remark' }
    return this.#call('POST', `/sandbox/disputes/${id}/${move.do}`, body)
  }

  async #read(payment: ModelPayment): Promise<string | undefined> {
    const answer = await this.#call('GET', `/api/v2/payments/${payment.id}`)
    const wrong = this.#judge('a look', answer, payment)
    if (wrong !== undefined || payment.dispute === undefined) return wrong
    const { body } = succeed(await this.#call('GET', `/api/v1/disputes/${payment.dispute.id}`))
    const { status, minor } = payment.dispute
    const isSame = body.dispute.status === status && minorOf(body.dispute.amount) === minor
    return isSame
      ? undefined
      : `the dispute is ${body.dispute.status} of ${body.dispute.amount}, not ${status} of ${minor}`
  }

  /** Compares an answer that shows the payment with the model. */
  #judge(what: string, answer: Answer, expected: Outcome): string | undefined {
    const wrong = this.#judgeStatus(what, answer, expected)
    if (wrong !== undefined || typeof expected === 'string') return wrong
    const observed = JSON.stringify({
      ...visiblePaymentOf(answer.body),
      orderReference: answer.body.order.reference_id,
    })
    const { status, captures, refunds, orderReference } = expected
    const expectedText = JSON.stringify({ status, captures, refunds, orderReference })
    return observed === expectedText ? undefined : `${what}: shows ${observed}, the model ${expectedText}`
  }

  #judgeStatus(what: string, { status, text, body }: Answer, expected: Outcome): string | undefined {
    if (status >= 500) {
      this.isBroken = true
      return `${what}: answered ${status}`
    }
    const isAccepted = typeof expected !== 'string'
    const isRight = isAccepted ? status === 200 : expected === '' ? status !== 200 : body?.error === expected
    if (!isRight) {
      const expectation = isAccepted ? 'it is done' : `it is refused: ${expected}`
      return `${what}: answered ${status} ${text.slice(0, 200)}, the model says ${expectation}`
    }
    if (!isAccepted) return undefined
    this.accepted += 1
    this.#put(expected)
    return undefined
  }
}

const moves = [
  ...(['approve', 'withdraw', 'refund', 'decline', 'comment'] as const),
  ...(['merchant-evidence', 'merchant-evidence', 'provide-evidence', 'provide-evidence'] as const),
  ...(['accept-amount', 'accept-amount', 'challenge', 'challenge', 'challenge'] as const),
  ...(['request-evidence', 'request-evidence', 'request-evidence'] as const),
]

function chooseMove(random: Random): DisputeMove {
  const name = random.pick(moves)
  if (name === 'challenge') return { do: name, minor: random.chance(0.4) ? random.between(1, 60_00) : undefined }
  if (name === 'request-evidence') return { do: name, from: random.pick(['merchant', 'customer'] as const) }
  return { do: name }
}
