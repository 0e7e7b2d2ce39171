import { capturePayment } from '../src/money/payments/capture-payment.ts'
import { getPayment } from '../src/money/payments/get-payment.ts'
import { batchedCalls, driveBatches } from './batch-statements.ts'
import type { Request } from './http-client.ts'
import * as phases from './payment-phases.ts'
import {
  type BareAnswers,
  callsOfOne,
  overHttp,
  type PaymentBench,
  rawWarmUpCalls,
  testKey,
  warmUpCalls,
} from './payment-phases.ts'
import { record } from './raw-statements.ts'
import { captureRequest, readRequest, wholeAmount } from './requests.ts'
import { inTurns, type Phase, rounds } from './rounds.ts'
import { idsOf, type Payments } from './seed.ts'

/** Returns the number of payments that the captures of rounds of this length need. */
export function captureNeeds(calls: number): number {
  return (batchedCalls(calls) + calls * 6 + callsOfOne(calls) * 3) * rounds + warmUpCalls * 2 + rawWarmUpCalls * 2 + 2
}

/**
 * Measures captures of whole payments at 1, 16, 32 and 64 clients, and their limits. `all`: the payments that are
 * captured by then, some by raw statements.
 */
export async function benchCaptures(
  bench: PaymentBench,
  calls: number,
  take: (count: number) => Payments,
  bare: BareAnswers,
) {
  const { app, actor } = bench
  const examples = idsOf(take(2))
  const capture = await record(app, (recorded, turn) =>
    capturePayment(recorded, actor, examples[turn] ?? '', wholeAmount()),
  )
  const one = callsOfOne(calls)
  const { prefix, first } = take(0)
  const http = (clients: number, count: number, warmUp = 0): Phase =>
    overHttp(bench, 'captures', { clients, calls: count, warmUp }, (total) => idsOf(take(total)).map(captureRequest))
  const known = (clients: number, count: number): Phase => captureKnown(bench, clients, count, take)
  const both = 'the reading and the saving statement'
  const captures = await inTurns({
    batched: driveBatches(bench, 'the saving statement', 'save_payments', calls, (recorded) =>
      capturePayment(recorded, actor, idsOf(take(1))[0] ?? '', wholeAmount()),
    ),
    raw: await phases.driveRaw(bench, both, capture, calls, take),
    alone: phases.driveAlone(bench, both, capture, one, take),
    direct: phases.captureDirectly(bench, calls, take),
    bare: bare.phase('captures', { clients: 32, calls: calls * 2 }),
    http32: http(32, calls, warmUpCalls),
    known32: known(32, calls),
    http1: http(1, one),
    known1: known(1, one),
    http16: http(16, calls),
    http64: http(64, calls),
  })
  const all: Payments = { prefix, first, count: take(0).first - first }
  await assertMoved(bench, all, 'captured')
  return { captures, all }
}

/** Returns captures of payments that the service has read since the round began. */
function captureKnown(bench: PaymentBench, clients: number, calls: number, take: (count: number) => Payments): Phase {
  const { load, baseUrl } = bench
  let ids: readonly string[] = []
  const send = (toRequest: (id: string) => Request, by: number) =>
    load.run({ baseUrl, key: testKey, requests: ids.map(toRequest), calls, clients: by, expected: 200 })
  return {
    name: 'captures of what was read a moment before',
    clients,
    prepare: () => {
      ids = idsOf(take(calls))
      return send(readRequest, 32)
    },
    run: () => send(captureRequest, clients),
  }
}

/** Checks every thousandth payment: the raw statements must have moved money as the service does. */
export async function assertMoved(
  { app, actor }: PaymentBench,
  payments: Payments,
  what: 'captured' | 'refunded',
): Promise<void> {
  for (const id of idsOf(payments).filter((_, n) => n % 1_000 === 0)) {
    const { status, captures, refunds } = await getPayment(app, actor, id)
    const isMoved = status === 'CLOSED' && captures.length === 1 && refunds.length === (what === 'refunded' ? 1 : 0)
    if (!isMoved) throw new Error(`payment ${id} should be ${what} and is ${status}`)
  }
}
