import { getPayment } from '../src/payments/get-payment.ts'
import * as phases from './payment-phases.ts'
import { callsOfOne, overHttp, type PaymentBench, testKey, warmUpCalls } from './payment-phases.ts'
import { record } from './raw-statements.ts'
import { readRequest } from './requests.ts'
import { inTurns, type Phase } from './rounds.ts'
import { idsOf, type Payments } from './seed.ts'

/** Reads of these payments at 1, 16, 32 and 64 clients, and what bounds them. */
export async function benchReads(bench: PaymentBench, calls: number, captured: Payments) {
  const { app, actor, load } = bench
  const ids = idsOf(captured)
  const one = callsOfOne(calls)
  const read = await record(app, (recorded, turn) => getPayment(recorded, actor, ids[turn] ?? ''))
  const http = (clients: number, count: number, warmUp = 0): Phase =>
    overHttp(bench, 'reads', { clients, calls: count, warmUp }, () => ids.map(readRequest))
  const example = await fetch(`${bench.baseUrl}/api/v2/payments/${ids[0]}`, {
    headers: { authorization: `Bearer ${testKey}` },
  })
  const bare = await phases.startBareServer(await example.text())
  const bareHttp = (clients: number, count: number, warmUp = 0): Phase =>
    overHttp(
      { load, baseUrl: bare.baseUrl },
      'a bare HTTP server, the same bytes',
      { clients, calls: count, warmUp },
      () => [readRequest(ids[0] ?? '')],
    )
  try {
    return await inTurns({
      raw: await phases.driveRaw(bench, 'the reading statement', read, calls, (count) => ({ ...captured, count })),
      direct: phases.directly('reads', calls, (n) => getPayment(app, actor, ids[n % ids.length] ?? '')),
      bare: bareHttp(32, calls, warmUpCalls),
      bare1: bareHttp(1, one),
      http32: http(32, calls, warmUpCalls),
      http1: http(1, one),
      http16: http(16, calls),
      http64: http(64, calls),
    })
  } finally {
    bare.stop()
  }
}
