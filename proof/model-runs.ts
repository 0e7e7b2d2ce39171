import type { Answer, Client } from '../testkit/client.ts'
import type { Random } from '../testkit/random.ts'
import { checkoutBody } from '../testkit/shop.ts'
import type { Context, Verdict } from './context.ts'
import { formatMinor, type Movement, minorOf, seenIn } from './history.ts'
import { amount, type DisputeMove, type Expected, Model, type ModelPayment } from './model.ts'
import { newMerchant, succeed } from './shop.ts'
import { openStand } from './test-environment.ts'

const length = 60
const atOnce = 16
/**
 * The service's clock goes on while the commands are sent, the model's does not; the model keeps two minutes clear of whatever
 * falls due. A life that lasts longer than this on a slow machine says nothing and is lived again by another.
 */
const longestLifeMs = 90_000

/** P7: random lives of payments with their disputes and the merchant's clock go as the model says, command by command. */
export async function run(context: Context): Promise<Verdict> {
  const wanted = context.size(500, 50_000)
  let lives = wanted
  const stand = await openStand(context, 'p7', { connections: atOnce })
  const violations: string[] = []
  let begun = 0
  let accepted = 0
  let tooSlow = 0
  const worker = async (): Promise<void> => {
    while (begun < lives && violations.length < 5) {
      begun += 1
      const number = begun
      const { keys } = await newMerchant(stand.client)
      const life = new Life(stand.client, keys.live.secret, context.random(`p7 life ${number}`))
      const startedAt = performance.now()
      const wrong = await life.live()
      // What no slowness explains counts however long the life took.
      if (performance.now() - startedAt > longestLifeMs && !life.isBroken) {
        tooSlow += 1
        if (tooSlow > wanted) throw new Error('this machine is too slow for a life to be judged')
        lives += 1
        continue
      }
      accepted += life.accepted
      context.progress(begun, lives, 'lives')
      if (wrong !== undefined) violations.push(`life ${number}: ${wrong}`)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, worker))
    violations.push(...(await stand.records.examine()))
  } finally {
    await stand.close()
  }
  const counts = { lives: begun - tooSlow, 'commands each': length, 'commands accepted': accepted }
  return { counts: tooSlow === 0 ? counts : { ...counts, 'lives too slow to be judged': tooSlow }, violations }
}

class Life {
  accepted = 0
  /** Whether a command was answered with 500 or above. */
  isBroken = false
  readonly #model = new Model()
  readonly #client: Client
  readonly #key: string
  readonly #random: Random

  constructor(client: Client, key: string, random: Random) {
    this.#client = client
    this.#key = key
    this.#random = random
  }

  /** Answers the first command after which service and model do not agree. */
  async live(): Promise<string | undefined> {
    for (let step = 1; step <= length; step += 1) {
      const wrong = await this.#step()
      if (wrong !== undefined) return `command ${step}: ${wrong}`
    }
    for (const payment of this.#model.payments) {
      const wrong = await this.#look(payment)
      if (wrong !== undefined) return `at the end: ${wrong}`
    }
    return undefined
  }

  #call(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.#client.call(method, path, body, this.#key)
  }

  async #step(): Promise<string | undefined> {
    const random = this.#random
    const { payments } = this.#model
    if (payments.length === 0 || (payments.length < 4 && random.chance(0.08))) return this.#checkout()
    if (random.chance(0.1)) return this.#wait()
    const payment = random.chance(0.7) ? (payments.at(-1) ?? random.pick(payments)) : random.pick(payments)
    if (random.chance(0.08)) return this.#look(payment)
    if (payment.status === 'CREATED' ? random.chance(0.7) : random.chance(0.03)) return this.#decide(payment)
    if (payment.status === 'CLOSED' && random.chance(0.65)) return this.#dispute(payment)
    return this.#move(payment)
  }

  async #checkout(): Promise<string | undefined> {
    const body = checkoutBody('main', 'AED', formatMinor(amount), {}, {})
    this.#model.add(succeed(await this.#call('POST', '/api/v2/checkout', body)).body.payment.id)
    this.accepted += 1
    return undefined
  }

  async #wait(): Promise<string | undefined> {
    const { now } = this.#model
    let minutes = this.#random.pick([11, 24, 7 * 60, 5 * 24 * 60, 15 * 24 * 60, 22 * 24 * 60])
    while (this.#model.isNearDue(now + minutes)) minutes += 7
    succeed(await this.#call('POST', '/sandbox/clock', { advance: `PT${minutes}M` }))
    this.#model.wait(minutes)
    this.accepted += 1
    return undefined
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
    return this.#judge(move, answer, this.#model.decide(payment, status), payment)
  }

  async #move(payment: ModelPayment): Promise<string | undefined> {
    const random = this.#random
    const path = `/api/v2/payments/${payment.id}`
    const kind = random.pick(['captures', 'captures', 'captures', 'refunds', 'refunds', 'close', 'reference'] as const)
    if (kind === 'close') {
      return this.#judge(kind, await this.#call('POST', `${path}/close`), this.#model.close(payment), payment)
    }
    if (kind === 'reference') {
      payment.orderReference = `order-${random.between(1, 5)}`
      const body = { order: { reference_id: payment.orderReference } }
      return this.#judge(kind, await this.#call('PUT', path, body), true, payment)
    }
    const movement: Movement = {
      reference: random.chance(0.1) ? '' : `r${random.between(1, 12)}`,
      minor: random.chance(0.15) ? amount : random.between(1, 45_00),
    }
    const body = { amount: formatMinor(movement.minor), reference_id: movement.reference }
    const answer = await this.#call('POST', `${path}/${kind}`, body)
    const expected =
      kind === 'captures' ? this.#model.capture(payment, movement) : this.#model.refund(payment, movement)
    return this.#judge(`${kind} ${JSON.stringify(movement)}`, answer, expected, payment)
  }

  async #dispute(payment: ModelPayment): Promise<string | undefined> {
    const random = this.#random
    const { dispute } = payment
    if (dispute === undefined || random.chance(0.15)) return this.#open(payment)
    const move = chooseMove(random)
    const answer = await this.#send(dispute.id, move)
    const wrong = this.#judge(`${move.do} of a dispute`, answer, this.#model.move(payment, dispute, move))
    return wrong ?? this.#look(payment)
  }

  async #open(payment: ModelPayment): Promise<string | undefined> {
    const minor = this.#random.chance(0.5) ? this.#random.between(1, 60_00) : undefined
    const said = minor === undefined ? {} : { amount: formatMinor(minor) }
    const body = { payment_id: payment.id, reason: 'not_delivered', ...said }
    const answer = await this.#call('POST', '/sandbox/disputes', body)
    return this.#judge('a new dispute', answer, this.#model.open(payment, minor, answer.body?.dispute?.id))
  }

  #send(id: string, move: DisputeMove): Promise<Answer> {
    if (move.do === 'approve') return this.#call('POST', '/api/v1/disputes/approve', { dispute_ids: [id] })
    if (move.do === 'merchant-evidence') {
      return this.#call('POST', `/api/v1/disputes/${id}/provide-evidence`, { content: 'a photo' })
    }
    if (move.do === 'challenge') {
      const said =
        move.minor === undefined
          ? { reason: 'merchant_reason_other' }
          : { reason: 'merchant_reason_order_amount_should_be_different', amount: formatMinor(move.minor) }
      return this.#call('POST', '/api/v1/disputes/challenge', { dispute_id: id, ...said })
    }
    const body = move.do === 'request-evidence' ? { from: move.from } : { content: 'a photo', comment: 'a remark' }
    return this.#call('POST', `/sandbox/disputes/${id}/${move.do}`, body)
  }

  async #look(payment: ModelPayment): Promise<string | undefined> {
    const answer = await this.#call('GET', `/api/v2/payments/${payment.id}`)
    const wrong = this.#judge('a look', answer, true, payment)
    if (wrong !== undefined || payment.dispute === undefined) return wrong
    const { body } = succeed(await this.#call('GET', `/api/v1/disputes/${payment.dispute.id}`))
    const { status, minor } = payment.dispute
    const isSame = body.dispute.status === status && minorOf(body.dispute.amount) === minor
    return isSame
      ? undefined
      : `the dispute is ${body.dispute.status} of ${body.dispute.amount}, not ${status} of ${minor}`
  }

  #judge(what: string, { status, text, body }: Answer, expected: Expected, payment?: ModelPayment): string | undefined {
    if (status >= 500) {
      this.isBroken = true
      return `${what}: answered ${status}`
    }
    const isRight = expected === true ? status === 200 : expected === false ? status !== 200 : body?.error === expected
    if (!isRight) return `${what}: answered ${status} ${text.slice(0, 200)}, the model says ${expected}`
    if (expected !== true) return undefined
    this.accepted += 1
    if (payment === undefined) return undefined
    const seen = { ...seenIn(body), orderReference: body.order.reference_id }
    const { captures, refunds, orderReference } = payment
    const wanted = { status: payment.status, captures, refunds, orderReference }
    return JSON.stringify(seen) === JSON.stringify(wanted)
      ? undefined
      : `${what}: shows ${JSON.stringify(seen)}, the model ${JSON.stringify(wanted)}`
  }
}

function chooseMove(random: Random): DisputeMove {
  const name = random.pick([
    ...([
      'approve',
      'withdraw',
      'merchant-evidence',
      'merchant-evidence',
      'provide-evidence',
      'provide-evidence',
    ] as const),
    ...(['refund', 'decline', 'accept-amount', 'accept-amount', 'comment'] as const),
    ...(['challenge', 'challenge', 'challenge', 'request-evidence', 'request-evidence', 'request-evidence'] as const),
  ])
  if (name === 'challenge') return { do: name, minor: random.chance(0.4) ? random.between(1, 60_00) : undefined }
  if (name === 'request-evidence') return { do: name, from: random.pick(['merchant', 'customer'] as const) }
  return { do: name }
}
