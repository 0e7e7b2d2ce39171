import { createSession } from '../src/checkout/create-session.ts'
import { readCheckout } from '../src/checkout/read-checkout.ts'
import { capturePayment } from '../src/payments/capture-payment.ts'
import { getPayment } from '../src/payments/get-payment.ts'
import { firstPages, listRequest } from './list-requests.ts'
import { closedLoop } from './loops.ts'
import type { Figure } from './measure.ts'
import * as phases from './payment-phases.ts'
import { overHttp, type PaymentBench, testKey, warmUpCalls } from './payment-phases.ts'
import { record } from './raw-statements.ts'
import * as requests from './requests.ts'
import { inTurns, type Measured, type Phase, shareOf, summarise } from './rounds.ts'
import { idsOf, type Payments, seedAuthorized, supplyOf } from './seed.ts'

// More than are ever busy while the service keeps up.
const openLoopConnections = 128

export interface PaymentFigures {
  readonly figures: readonly Figure[]
  readonly loads: readonly Measured[]
}

/** Captures, reads and the rest over HTTP, each beside what bounds it. `calls`: captures in one round of 32 clients. */
export async function benchPayments(bench: PaymentBench, calls: number): Promise<PaymentFigures> {
  // A tenth of it is as many for each of 32 clients.
  const round = Math.ceil(calls / 320) * 320
  const take = supplyOf(await seedAuthorized(bench.app.db, round * 24 + warmUpCalls * 6, 'b0000000'))
  const { captures, captured } = await benchCaptures(bench, round, take)
  const reads = await benchReads(bench, round * 2, captured)
  const others = await benchOthers(bench, round, idsOf(captured))
  const open = [
    ...(await openLoops(bench, captures.http32, (count) => idsOf(take(count)).map(requests.captureRequest), round)),
    ...(await openLoops(bench, reads.http32, () => idsOf(captured).map(requests.readRequest), round * 2)),
  ]
  return {
    figures: figuresOf(captures, reads, others),
    loads: [...Object.values(captures), ...Object.values(reads), ...Object.values(others), ...open],
  }
}

type Captures = Awaited<ReturnType<typeof benchCaptures>>['captures']
type Reads = Awaited<ReturnType<typeof benchReads>>
type Others = Awaited<ReturnType<typeof benchOthers>>

async function benchCaptures(bench: PaymentBench, calls: number, take: (count: number) => Payments) {
  const { app, actor } = bench
  const examples = idsOf(take(4))
  const capture = await record(app, (recorded, turn) =>
    capturePayment(recorded, actor, examples[turn] ?? '', requests.wholeAmount()),
  )
  const saving = { ...capture, statements: capture.statements.slice(-1) }
  // What the busiest load has captured is read and refunded later.
  const captured = take(calls * 3 + warmUpCalls)
  const takeCaptured = supplyOf(captured)
  const http = (clients: number, count: number, from = take): Phase =>
    overHttp(bench, 'captures', { clients, calls: count }, (wanted) => idsOf(from(wanted)).map(requests.captureRequest))
  let last: Payments | undefined
  const takeRaw = (): Payments => {
    last = take(calls)
    return last
  }
  const captures = await inTurns({
    saving: await phases.driveRaw(bench, 'the saving statement', saving, () => take(calls)),
    raw: await phases.driveRaw(bench, 'the reading and the saving statement', capture, takeRaw),
    alone: phases.driveAlone(bench, 'the reading and the saving statement', capture, () => take(calls / 10)),
    direct: phases.captureDirectly(bench, calls, take),
    http32: http(32, calls, takeCaptured),
    http1: without(http(1, calls / 10)),
    http16: without(http(16, calls)),
    http64: without(http(64, calls)),
  })
  for (const id of last === undefined ? [] : idsOf(last).filter((_, n) => n % 1_000 === 0)) {
    const { status } = await getPayment(app, actor, id)
    if (status !== 'CLOSED') throw new Error(`the raw statements left payment ${id} ${status}`)
  }
  return { captures, captured }
}

// The service is warm already.
function without({ name, clients, run }: Phase): Phase {
  return { name, clients, run }
}

async function benchReads(bench: PaymentBench, calls: number, captured: Payments) {
  const { app, actor, load } = bench
  const ids = idsOf(captured)
  const read = await record(app, (recorded, turn) => getPayment(recorded, actor, ids[turn] ?? ''))
  const http = (clients: number, count: number): Phase =>
    overHttp(bench, 'reads', { clients, calls: count }, () => ids.map(requests.readRequest))
  const example = await fetch(`${bench.baseUrl}/api/v2/payments/${ids[0]}`, {
    headers: { authorization: `Bearer ${testKey}` },
  })
  const bare = await phases.startBareServer(await example.text())
  const some = { ...captured, count: calls }
  const bareHttp = (clients: number, count: number): Phase =>
    overHttp({ load, baseUrl: bare.baseUrl }, 'a bare HTTP server, the same bytes', { clients, calls: count }, () => [
      requests.readRequest(ids[0] ?? ''),
    ])
  try {
    return await inTurns({
      raw: await phases.driveRaw(bench, 'the reading statement', read, () => some),
      direct: phases.readDirectly(bench, calls, ids),
      bare: bareHttp(32, calls),
      bare1: without(bareHttp(1, calls / 10)),
      http32: http(32, calls),
      http1: without(http(1, calls / 10)),
      http16: without(http(16, calls)),
      http64: without(http(64, calls)),
    })
  } finally {
    bare.stop()
  }
}

async function benchOthers(bench: PaymentBench, calls: number, captured: string[]) {
  const { app, actor } = bench
  const store = actor.stores.find(({ merchantCode }) => merchantCode === requests.checkout.merchant_code)
  if (store === undefined) throw new Error('the demo store is not there')
  const checkout = readCheckout(requests.checkout, store)
  const get = (path: string) => () => [{ method: 'GET', path }]
  const answers = { clients: 32, calls: calls * 2 }
  return inTurns({
    refunds: overHttp(bench, 'refunds', { clients: 32, calls }, (count) =>
      captured.splice(0, count).map(requests.refundRequest),
    ),
    sessions: overHttp(bench, 'sessions', { clients: 32, calls }, () => [requests.sessionRequest]),
    sessionsDirect: {
      name: 'sessions without HTTP',
      clients: 32,
      run: () => closedLoop(calls, 32, async () => void (await createSession(app, actor, store, checkout))),
    },
    lists: without(
      overHttp(bench, 'list pages', { clients: 32, calls: Math.ceil(calls / 8) }, (count) =>
        firstPages(count).map(listRequest),
      ),
    ),
    health: overHttp(bench, '/health, which asks the database', answers, get('/health')),
    memory: overHttp(bench, 'an answer from memory', { ...answers, expected: 404 }, get('/api/v2/nothing')),
  })
}

/** At a half and at four fifths of the rate that 32 clients reached. */
async function openLoops(
  { load, baseUrl }: PaymentBench,
  closed: Measured,
  requestsFor: (count: number) => ReturnType<typeof requests.readRequest>[],
  calls: number,
): Promise<Measured[]> {
  const results: Measured[] = []
  for (const share of [0.5, 0.8]) {
    const perSecond = Math.round(closed.perSecond * share)
    const phase = {
      baseUrl,
      key: testKey,
      requests: requestsFor(calls),
      calls,
      clients: openLoopConnections,
      perSecond,
    }
    const name = `${closed.name}, due at ${perSecond.toLocaleString('en')}/s (${share * 100} % of that)`
    results.push(summarise({ name, clients: openLoopConnections }, [await load.run(phase)]))
  }
  return results
}

function figuresOf(captures: Captures, reads: Reads, others: Others): Figure[] {
  const limitOf = ({ name, perSecond }: Measured) => ({ name, value: perSecond })
  const { refunds, sessions, sessionsDirect, lists, memory } = others
  return [
    {
      name: 'durable captures, 32 clients',
      unit: '1/s',
      value: captures.http32.perSecond,
      goal: { atLeast: 5_000 },
      limit: limitOf(captures.raw),
    },
    {
      name: 'captures as a share of the same statements, raw',
      unit: '%',
      value: shareOf(captures.http32, captures.raw),
      goal: { atLeast: 75 },
    },
    {
      name: 'captures as a share of the same code without HTTP',
      unit: '%',
      value: shareOf(captures.http32, captures.direct),
    },
    {
      name: 'capture p99, 32 clients',
      unit: 'ms',
      value: captures.http32.p99,
      goal: { atMost: 15 },
      limit: { name: captures.direct.name, value: captures.direct.p99 },
    },
    {
      name: 'capture p50, 1 client',
      unit: 'ms',
      value: captures.http1.p50,
      goal: { atMost: 0.5 },
      limit: {
        name: 'the same statements by the bare driver, and an answer of a bare HTTP server',
        value: captures.alone.p50 + reads.bare1.p50,
      },
    },
    {
      name: 'payment reads, 32 clients',
      unit: '1/s',
      value: reads.http32.perSecond,
      goal: { atLeast: 12_000 },
      limit: limitOf(reads.bare),
    },
    {
      name: 'read p99, 32 clients',
      unit: 'ms',
      value: reads.http32.p99,
      goal: { atMost: 6 },
      limit: { name: reads.bare.name, value: reads.bare.p99 },
    },
    {
      name: 'sessions, 32 clients',
      unit: '1/s',
      value: sessions.perSecond,
      goal: { atLeast: 3_000 },
      limit: limitOf(sessionsDirect),
    },
    { name: 'refunds, 32 clients', unit: '1/s', value: refunds.perSecond, limit: limitOf(captures.raw) },
    { name: 'list pages, 32 clients', unit: '1/s', value: lists.perSecond, limit: limitOf(memory) },
  ]
}
