import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../testkit/client.ts'
import type { VisiblePayment } from '../testkit/payment-model.ts'
import type { Random } from '../testkit/random.ts'
import { neverMs, retry } from '../testkit/timeouts.ts'
import { type Call, type Order, record, type Trouble } from './history.ts'
import { openPayment } from './new-payment.ts'

interface LoadOptions {
  readonly clients: number
  /** Each call goes to one of them. */
  readonly targets: readonly Client[]
  readonly random: Random
}

const amount = 340_00
const callsEach = 24
/** The number of payments in work at once, each by several clients. */
const hotPayments = 10

interface Hot {
  readonly id: string
  readonly references: string[]
  visible: VisiblePayment
  left: number
}

/** Merchants' programs at work: they make payments, capture, refund, close and read, and repeat unanswered calls. */
export class Load {
  readonly history: Call[] = []
  /** Every payment with an acknowledged authorization, with its amount in minor units. */
  readonly amounts = new Map<string, number>()
  /** Unexpected answers to checkouts and authorizations. */
  readonly troubles: Trouble[] = []
  /** Calls that stayed unanswered after all retries. */
  readonly violations: string[] = []
  /** Number of calls without an answer. */
  unanswered = 0
  readonly #options: LoadOptions
  #hot: Hot[] = []
  #state: 'working' | 'stopping' | 'abandoned' = 'working'
  #working: Promise<void>[] = []
  #acknowledged = 0

  constructor(options: LoadOptions) {
    this.#options = options
  }

  start(): void {
    const work = (number: number): Promise<void> =>
      this.#work(number).catch((error: unknown) => void this.violations.push(`a client gave up: ${error}`))
    this.#working = Array.from({ length: this.#options.clients }, (_, number) => work(number))
  }

  /** Waits until `count` more calls are acknowledged. Throws if that takes too long. */
  async served(calls: number, timeoutMs = neverMs): Promise<void> {
    const target = this.#acknowledged + calls
    await retry(`${calls} more calls are acknowledged`, () => this.#acknowledged >= target, { timeoutMs })
  }

  /** Lets every client finish its current work. The service must be running. */
  async stop(): Promise<void> {
    this.#state = 'stopping'
    await Promise.all(this.#working)
  }

  /** Lets every client drop its current work. */
  abandon(): void {
    this.#state = 'abandoned'
  }

  async #work(number: number): Promise<void> {
    const { random } = this.#options
    for (let serial = 1; this.#state === 'working'; ) {
      this.#hot = this.#hot.filter(({ left }) => left > 0)
      if (this.#hot.length < hotPayments) {
        await this.#makePayment()
        continue
      }
      const payment = random.pick(this.#hot)
      payment.left -= 1
      await this.#perform(payment, chooseOrder(random, payment, `${number}-${serial}`))
      serial += 1
    }
  }

  async #makePayment(): Promise<void> {
    const { random, targets } = this.#options
    const opened = await openPayment(random.pick(targets), amount)
    if (opened !== undefined && 'id' in opened) {
      const { id } = opened
      this.amounts.set(id, amount)
      const visible = { status: 'AUTHORIZED', captures: [], refunds: [] }
      this.#hot.push({ id, references: [], visible, left: callsEach })
      return
    }
    if (opened !== undefined) this.troubles.push(opened.trouble)
    await wait(random.between(50, 200))
  }

  async #perform(payment: Hot, order: Order): Promise<void> {
    const { random, targets } = this.#options
    const until = performance.now() + neverMs
    for (let tries = 1; this.#state !== 'abandoned'; tries += 1) {
      const call = await record(random.pick(targets), order)
      if (call !== undefined) this.history.push(call)
      const outcome = call?.outcome
      if (outcome?.is === 'done') {
        payment.visible = outcome.payment
        this.#acknowledged += 1
        return
      }
      if (outcome?.is === 'refused') return
      if (outcome?.is === 'unknown') this.unanswered += 1
      if (outcome?.is === 'locked' ? this.#state === 'stopping' : order.kind === 'read') return
      if (performance.now() > until) {
        this.violations.push(`payment ${order.payment}: a ${order.kind} was tried for ${neverMs / 1_000} s in vain`)
        return
      }
      await wait(outcome?.is === 'locked' ? random.between(1, 8 * tries) : random.between(50, 200))
    }
  }
}

function chooseOrder(random: Random, { id, visible, references }: Hot, name: string): Order {
  const isOpen = visible.status === 'AUTHORIZED'
  const dice = random.next()
  const kind = dice < 0.12 ? 'read' : dice < 0.18 ? 'close' : dice < 0.28 === isOpen ? 'refund' : 'capture'
  if (kind === 'read' || kind === 'close') return { payment: id, kind, reference: '', minor: 0 }
  // Sometimes a used reference, of a capture or a refund, perhaps with another amount.
  const isOld = references.length > 0 && random.chance(0.08)
  const reference = isOld ? random.pick(references) : name
  references.push(reference)
  return { payment: id, kind, reference, minor: random.between(5_00, kind === 'capture' ? 110_00 : 60_00) }
}
