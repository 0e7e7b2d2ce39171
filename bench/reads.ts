import { getPayment } from '../src/payments/get-payment.ts'
import { getPaymentAnswer } from '../src/payments/get-payment-answer.ts'
import * as phases from './payment-phases.ts'
import { type BareAnswers, callsOfOne, overHttp, type PaymentBench, warmUpCalls } from './payment-phases.ts'
import { record } from './raw-statements.ts'
import { readRequest } from './requests.ts'
import { askedBefore, inTurns, type Phase, rounds } from './rounds.ts'
import { idsOf, type Payments, supplyOf } from './seed.ts'

/** So many payments that nobody has read does a bench of reads of this length need. */
export function readNeeds(calls: number): number {
  return calls * rounds
}

/**
 * Reads at 1, 16, 32 and 64 clients, and what bounds them. `captured` are read a moment before each round, too; each of
 * `unread`, as many as `readNeeds` tells, once.
 */
export async function benchReads(
  bench: PaymentBench,
  calls: number,
  { captured, unread }: { readonly captured: Payments; readonly unread: Payments },
  bare: BareAnswers,
) {
  const { app, actor } = bench
  const take = supplyOf(unread)
  const ids = idsOf(captured)
  const one = callsOfOne(calls)
  const read = await record(app, (recorded, turn) => getPayment(recorded, actor, ids[turn] ?? ''))
  const http = (clients: number, count: number, warmUp = 0): Phase =>
    overHttp(bench, 'reads', { clients, calls: count, warmUp }, () => ids.map(readRequest))
  return inTurns({
    raw: await phases.driveRaw(bench, 'the reading statement', read, calls, (count) => ({ ...captured, count })),
    direct: phases.directly('reads', calls, (n) => getPaymentAnswer(app, actor, ids[n % 1_000] ?? '')),
    bare: bare.phase('reads', { clients: 32, calls, warmUp: warmUpCalls }),
    bare1: bare.phase('reads', { clients: 1, calls: one, warmUp: 0 }),
    http32: askedBefore(http(32, calls, warmUpCalls)),
    http1: askedBefore(http(1, one)),
    http16: askedBefore(http(16, calls)),
    http64: askedBefore(http(64, calls)),
    unread: overHttp(
      bench,
      'reads of payments that nobody has read before',
      { clients: 32, calls, warmUp: 0 },
      (count) => idsOf(take(count)).map(readRequest),
    ),
  })
}
