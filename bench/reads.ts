import { getPayment } from '../src/money/payments/get-payment.ts'
import { getPaymentAnswer } from '../src/money/payments/get-payment-answer.ts'
import { driveBatches } from './batch-statements.ts'
import * as phases from './payment-phases.ts'
import { type BareAnswers, callsOfOne, overHttp, type PaymentBench, warmUpCalls } from './payment-phases.ts'
import { record } from './raw-statements.ts'
import { readRequest } from './requests.ts'
import { inTurns, type Phase, withWarmUp } from './rounds.ts'
import { idsOf, type Payments, supplyOf } from './seed.ts'

/** Upper limit on payments that are read repeatedly: each process of the service caches slightly more answers. */
const mostRead = 16_000

/**
 * Measures reads of captured payments at 1, 16, 32 and 64 clients, and their limits. It reads the same payments
 * repeatedly, and payments that were not read before. `captured`: four times as many as `calls`.
 */
export async function benchReads(bench: PaymentBench, calls: number, captured: Payments, bare: BareAnswers) {
  const { app, actor } = bench
  const take = supplyOf(captured)
  const again = take(Math.min(calls, mostRead))
  const ids = idsOf(again)
  const one = callsOfOne(calls)
  const read = await record(app, (recorded, turn) => getPayment(recorded, actor, ids[turn] ?? ''))
  const http = (clients: number, count: number, warmUp = 0): Phase =>
    withWarmUp(
      overHttp(bench, 'reads of what was read a moment before', { clients, calls: count, warmUp }, () =>
        ids.map(readRequest),
      ),
    )
  const statement = 'the reading statement, of what was not read before'
  let turn = 0
  const results = await inTurns({
    batched: driveBatches(bench, statement, 'find_payments', calls * 2, (recorded) =>
      getPayment(recorded, actor, ids[turn++ % ids.length] ?? ''),
    ),
    raw: await phases.driveRaw(bench, statement, read, calls, (count) => ({ ...again, count })),
    direct: withWarmUp(phases.directly('reads', calls, (n) => getPaymentAnswer(app, actor, ids[n % ids.length] ?? ''))),
    bare: bare.phase('reads', { clients: 32, calls, warmUp: warmUpCalls }),
    bare1: bare.phase('reads', { clients: 1, calls: one, warmUp: 0 }),
    http32: http(32, calls, warmUpCalls),
    http1: http(1, one),
    http16: http(16, calls),
    http64: http(64, calls),
    unread: overHttp(bench, 'reads of what nobody has read before', { clients: 32, calls, warmUp: 0 }, (count) =>
      idsOf(take(count)).map(readRequest),
    ),
  })
  return { ...results, ids }
}
