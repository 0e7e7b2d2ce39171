import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from './client.ts'
import { type Call, type Order, record, type Seen } from './history.ts'
import type { Random } from './random.ts'
import { authorizedPayment } from './shop.ts'

/** Merchants' programs at work: they make payments, capture, refund, close and read, and repeat what was not answered. */
export interface Load {
  readonly history: readonly Call[]
  /** Every payment whose authorization was acknowledged, with its amount in minor units. */
  readonly amounts: ReadonlyMap<string, number>
  /** How many calls nobody answered. */
  readonly unanswered: number
  start(): void
  /** Lets every client finish what it has begun. The service must be there. */
  stop(): Promise<void>
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
  let hot: Hot[] = []
  let stopping = false
  let working: Promise<void>[] = []
  let unanswered = 0

  async function makePayment(): Promise<void> {
    const id = await authorizedPayment(random.pick(targets), amount)
    if (id === undefined) return void (await wait(random.between(50, 200)))
    amounts.set(id, amount)
    hot.push({ id, references: [], seen: { status: 'AUTHORIZED', captures: [], refunds: [] }, left: callsEach })
  }

  async function work(number: number): Promise<void> {
    let serial = 0
    while (!stopping) {
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
    for (let tries = 0; tries < 200; tries += 1) {
      const call = await record(random.pick(targets), order)
      if (call !== undefined) history.push(call)
      const outcome = call?.outcome
      if (outcome?.is === 'done') {
        payment.seen = outcome.seen
        return
      }
      if (outcome?.is === 'refused') return
      if (outcome?.is === 'locked') {
        if (stopping) return
        await wait(random.between(1, 8 * (tries + 1)))
        continue
      }
      if (call !== undefined) unanswered += 1
      if (order.kind === 'read') return
      await wait(random.between(50, 200))
    }
  }

  return {
    history,
    amounts,
    get unanswered() {
      return unanswered
    },
    start() {
      stopping = false
      working = Array.from({ length: clients }, (_, number) => work(number))
    },
    async stop() {
      stopping = true
      await Promise.all(working)
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
