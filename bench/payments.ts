import { capturePayment } from '../src/money/payments/capture-payment.ts'
import { benchCaptures, captureNeeds } from './captures.ts'
import type { Figure } from './measure.ts'
import { benchRefunds, benchSessionsAndLists } from './other-calls.ts'
import { type BareAnswers, type PaymentBench, startBareAnswers, testKey } from './payment-phases.ts'
import { benchReads } from './reads.ts'
import * as requests from './requests.ts'
import { inTurns, type Measured, type Phase, rounds, shareOf, withWarmUp } from './rounds.ts'
import { idsOf, type Payments, seedAuthorized, supplyOf } from './seed.ts'
import type { BenchService } from './service.ts'

// More connections than are ever busy while the service keeps up.
const openLoopConnections = 128

interface PaymentFigures {
  readonly figures: readonly Figure[]
  readonly loads: readonly Measured[]
}

/**
 * Measures captures, reads and other calls over HTTP, each beside its limit. `calls`: captures in one round of 32
 * clients.
 */
export async function benchPayments(
  bench: PaymentBench & Pick<BenchService, 'watchPeakMb'>,
  calls: number,
): Promise<PaymentFigures> {
  // A tenth of it is the same number for each of 32 clients.
  const round = Math.ceil(calls / 320) * 320
  // Two open loops of captures come after the closed ones.
  const take = supplyOf(await seedAuthorized(bench.query, captureNeeds(round) + round * 2 * rounds + 1, 'b0000000'))
  const [example = ''] = idsOf(take(1))
  await capturePayment(bench.app, bench.actor, example, requests.wholeAmount())
  const bare = await startBareAnswers(bench, example)
  try {
    return await benchBeside(bare, bench, round, take)
  } finally {
    bare.stop()
  }
}

async function benchBeside(
  bare: BareAnswers,
  bench: PaymentBench & Pick<BenchService, 'watchPeakMb'>,
  round: number,
  take: (count: number) => Payments,
): Promise<PaymentFigures> {
  const peakMb = bench.watchPeakMb()
  const { captures, all } = await benchCaptures(bench, round, take, bare)
  const capturesMb = peakMb()
  const peakOfReadsMb = bench.watchPeakMb()
  const { ids, ...reads } = await benchReads(bench, round * 2, all, bare)
  const readsMb = peakOfReadsMb()
  const refunds = await benchRefunds(bench, round, all)
  const others = await benchSessionsAndLists(bench, round, bare)
  const open = await inTurns({
    ...openLoops(bench, captures.http32, round, (count) => idsOf(take(count)).map(requests.captureRequest)),
    ...openLoops(bench, reads.http32, round * 2, () => ids.map(requests.readRequest), withWarmUp),
  })
  const loads = [captures, reads, refunds, others, open].flatMap((measured): Measured[] => Object.values(measured))
  return {
    figures: figuresOf({ captures, reads, refunds, others, peakMb: { captures: capturesMb, reads: readsMb } }),
    loads,
  }
}

interface Results {
  readonly captures: Awaited<ReturnType<typeof benchCaptures>>['captures']
  readonly reads: Omit<Awaited<ReturnType<typeof benchReads>>, 'ids'>
  readonly refunds: Awaited<ReturnType<typeof benchRefunds>>
  readonly others: Awaited<ReturnType<typeof benchSessionsAndLists>>
  readonly peakMb: { readonly captures: number; readonly reads: number }
}

/** Runs at a half and at four fifths of the rate that 32 clients reached. The service is warm by then. */
function openLoops(
  { load, baseUrl }: PaymentBench,
  closed: Measured,
  calls: number,
  requestsFor: (count: number) => ReturnType<typeof requests.readRequest>[],
  prepared = (phase: Phase): Phase => phase,
): Record<string, Phase> {
  const phases = [0.5, 0.8].map((share): [string, Phase] => {
    const perSecond = Math.round(closed.perSecond * share)
    const name = `${closed.name}, due at ${perSecond.toLocaleString('en')}/s (${share * 100} % of that)`
    const clients = openLoopConnections
    const run = () => load.run({ baseUrl, key: testKey, requests: requestsFor(calls), calls, clients, perSecond })
    const phase = { name, clients, run }
    return [name, prepared(phase)]
  })
  return Object.fromEntries(phases)
}

function figuresOf(results: Results): Figure[] {
  const { reads, refunds, others, peakMb } = results
  const { sessions32, lists32, uncounted32, memory } = others
  return [
    ...captureFigures(results),
    ...readFigures(reads),
    {
      name: 'sessions, 32 clients',
      unit: '1/s',
      value: sessions32.perSecond,
      limit: limitOf(others.batched),
    },
    shareFigure('sessions', sessions32, others, 13),
    { name: 'refunds, 32 clients', unit: '1/s', value: refunds.http32.perSecond, limit: limitOf(refunds.raw) },
    { name: 'list pages, 32 clients', unit: '1/s', value: lists32.perSecond, limit: limitOf(memory) },
    { name: 'list page p99, 32 clients', unit: 'ms', value: lists32.p99, goal: { atMost: 60 } },
    { name: `${uncounted32.name}, p99, 32 clients`, unit: 'ms', value: uncounted32.p99, goal: { atMost: 60 } },
    { name: 'most memory of the process during captures, at up to 64 clients', unit: 'MB', value: peakMb.captures },
    { name: 'most memory of the process during reads, at up to 64 clients', unit: 'MB', value: peakMb.reads },
  ]
}

/** Reads of recently read payments, and of payments that were not read before. */
function readFigures({ http32, unread, bare, batched }: Results['reads']): Figure[] {
  return [http32, unread].flatMap((reads) => [
    {
      name: `payment ${reads.name}, 32 clients`,
      unit: '1/s',
      value: reads.perSecond,
      limit: limitOf(reads === unread ? batched : bare),
    },
    shareFigure(`payment ${reads.name}`, reads, { bare, ...(reads === unread && { batched }) }, 40),
    {
      name: `payment ${reads.name}, p99, 32 clients`,
      unit: 'ms',
      value: reads.p99,
      goal: { atMost: 6 },
      limit: { name: bare.name, value: bare.p99 },
    },
  ])
}

function captureFigures({ captures, reads }: Results): Figure[] {
  return [
    {
      name: 'durable captures, 32 clients',
      unit: '1/s',
      value: captures.http32.perSecond,
      limit: limitOf(captures.batched),
    },
    shareFigure('captures', captures.http32, captures, 14),
    {
      name: 'captures of what was read a moment before, 32 clients',
      unit: '1/s',
      value: captures.known32.perSecond,
      limit: limitOf(captures.batched),
    },
    shareFigure('captures of what was read a moment before', captures.known32, captures, 14),
    {
      name: 'captures of what was read a moment before, 1 client, p50',
      unit: 'ms',
      value: captures.known1.p50,
      goal: { atMost: 1 },
    },
    {
      name: 'captures, of which several share a statement, as a share of the same statements raw, one payment each',
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
      goal: { atMost: 1 },
      limit: {
        name: 'the same statements by the bare driver, and an answer of a bare HTTP server',
        value: captures.alone.p50 + reads.bare1.p50,
      },
    },
  ]
}

interface ShareLimits {
  readonly bare: Measured
  /** The statement alone. */
  readonly batched?: Measured
}

/** A share of the rate of bare HTTP here: absolute figures change with the machine. */
function shareFigure(what: string, measured: Measured, { bare, batched }: ShareLimits, atLeast: number): Figure {
  const name = `${what}, 32 clients, as a share of a bare HTTP server with the same bytes`
  const limit = batched && { name: batched.name, value: shareOf(batched, bare) }
  return { name, unit: '%', value: shareOf(measured, bare), goal: { atLeast }, ...(limit && { limit }) }
}

function limitOf({ name, perSecond }: Measured) {
  return { name, value: perSecond }
}
