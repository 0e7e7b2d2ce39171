import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../testkit/client.ts'
import type { Random } from '../testkit/random.ts'
import { insist, neverMs } from '../testkit/timeouts.ts'
import { type Call, type Order, record, type Seen, type Trouble } from './history.ts'
import { openPayment } from './shop.ts'

/** Merchants' programs at work: they make payments, capture, refund, close and read, and repeat what was not answered. */
export interface Load {
  readonly history: readonly Call[]
  /** Every payment whose authorization was acknowledged, with its amount in minor units. */
  readonly amounts: ReadonlyMap<string, number>
  /** Answers to checkouts and authorizations that should not have been given. */
  readonly troubles: readonly Trouble[]
  /** Calls that were repeated and repeated and never answered for good. */
  readonly violations: readonly string[]
  /** How many calls nobody answered. */
  readonly unanswered: number
  start(): void
  /** Waits until so many more calls have been acknowledged; fails when that never happens, or not in so many milliseconds. */
  served(calls: number, longestMs?: number): Promise<void>
  /** Lets every client finish what it has begun. The service must be there. */
  stop(): Promise<void>
  /** Lets every client drop what it has begun. */
  abandon(): void
}

export interface LoadOptions {
  readonly clients: number
  /** Each call goes to one of them. */
  readonly targets: readonly Client[]
  readonly random: Random
}

const amount = 340_00
const callsEach = 24
/** So many payments are worked on at once, each by several clients. */
const hotPayments = 10

interface Hot {
  readonly id: string
  readonly references: string[]
  seen: Seen
  left: number
}

export function newLoad({ clients, targets, random }: LoadOptions): Load {
  const history: Call[] = []
  const amounts = new Map<string, number>()
  const troubles: Trouble[] = []
  const violations: string[] = []
  let hot: Hot[] = []
  let state: 'working' | 'stopping' | 'abandoned' = 'working'
  let working: Promise<void>[] = []
  let unanswered = 0
  let acknowledged = 0

  async function makePayment(): Promise<void> {
    const opened = await openPayment(random.pick(targets), amount)
    if (opened !== undefined && 'id' in opened) {
      const { id } = opened
      amounts.set(id, amount)
      hot.push({ id, references: [], seen: { status: 'AUTHORIZED', captures: [], refunds: [] }, left: callsEach })
      return
    }
    if (opened !== undefined) troubles.push(opened.trouble)
    await wait(random.between(50, 200))
  }

  async function work(number: number): Promise<void> {
    let serial = 0
    while (state === 'working') {
      hot = hot.filter(({ left }) => left > 0)
      if (hot.length < hotPayments) {
        await makePayment()
        continue
      }
      const payment = random.pick(hot)
      payment.left -= 1
      serial += 1
      await perform(payment, chooseOrder(random, payment, `${number}-${serial}`))
    }
  }

  async function perform(payment: Hot, order: Order): Promise<void> {
    const until = performance.now() + neverMs
    for (let tries = 1; state !== 'abandoned'; tries += 1) {
      const call = await record(random.pick(targets), order)
      if (call !== undefined) history.push(call)
      const outcome = call?.outcome
      if (outcome?.is === 'done') {
        payment.seen = outcome.seen
        acknowledged += 1
        return
      }
      if (outcome?.is === 'refused') return
      if (outcome?.is === 'unknown') unanswered += 1
      if (outcome?.is === 'locked' ? state === 'stopping' : order.kind === 'read') return
      if (performance.now() > until) {
        violations.push(`payment ${order.payment}: a ${order.kind} was tried for ${neverMs / 1_000} s in vain`)
        return
      }
      await wait(outcome?.is === 'locked' ? random.between(1, 8 * tries) : random.between(50, 200))
    }
  }

  return {
    history,
    amounts,
    troubles,
    violations,
    get unanswered() {
      return unanswered
    },
    start() {
      working = Array.from({ length: clients }, (_, number) =>
        work(number).catch((error: unknown) => void violations.push(`a client gave up: ${error}`)),
      )
    },
    async served(calls, longestMs = neverMs) {
      const wanted = acknowledged + calls
      const isServed = (): true | undefined => acknowledged >= wanted || undefined
      await insist(`${calls} more calls are acknowledged`, isServed, undefined, longestMs)
    },
    async stop() {
      state = 'stopping'
      await Promise.all(working)
    },
    abandon() {
      state = 'abandoned'
    },
  }
}

function chooseOrder(random: Random, { id, seen, references }: Hot, name: string): Order {
  const isOpen = seen.status === 'AUTHORIZED'
  const dice = random.next()
  const kind = dice < 0.12 ? 'read' : dice < 0.18 ? 'close' : dice < 0.28 === isOpen ? 'refund' : 'capture'
  if (kind === 'read' || kind === 'close') return { payment: id, kind, reference: '', minor: 0 }
  // Now and then a reference that was used already, by a capture or a refund, perhaps with another amount.
  const isOld = references.length > 0 && random.chance(0.08)
  const reference = isOld ? random.pick(references) : name
  references.push(reference)
  return { payment: id, kind, reference, minor: random.between(5_00, kind === 'capture' ? 110_00 : 60_00) }
}
