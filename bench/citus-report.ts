import type { Outcome } from './citus-loops.ts'
import type { Figure } from './measure.ts'
import type { Report } from './report.ts'

/** The result of a load, and the average number of cores of each process. */
export interface Measured extends Outcome {
  readonly cores: Readonly<Record<string, number>>
}

export interface Rates {
  readonly captures: Measured
  readonly reads: Measured
}

/** Acknowledged captures that are missing or duplicate. */
export interface LostCaptures {
  readonly acknowledged: number
  readonly lost: number
  readonly doubled: number
}

interface Measurement {
  /** The share of one core for each server. */
  readonly quota: number
  readonly shards: number
  /** The rates with this number of workers. */
  readonly one: Rates
  readonly two: Rates
  /** The load while half of the shards moved. */
  readonly moving: { readonly outcome: Outcome; readonly seconds: number }
  readonly lost: LostCaptures
}

/** A worker below this share of its quota did not limit the load. */
const busyShare = 0.9

const loads = ['captures', 'reads'] as const

export function reportOf(measurement: Measurement): Report {
  const { quota, shards, one, two, moving, lost } = measurement
  const figure = (name: string, unit: string, value: number, goal?: Figure['goal']): Figure => ({
    name,
    unit,
    value,
    ...(goal && { goal }),
  })
  const rates = loads.flatMap((name) => [
    figure(`${name}, one worker`, '1/s', one[name].perSecond),
    figure(`${name}, two workers`, '1/s', two[name].perSecond),
    figure(`${name}, two workers against one`, '×', two[name].perSecond / one[name].perSecond, { atLeast: 1.7 }),
  ])
  return {
    figures: [
      ...rates,
      figure('half of the shards move, under captures', 's', moving.seconds),
      figure('captures meanwhile', '1/s', moving.outcome.perSecond),
      figure('refused meanwhile, but 409s that were repeated', '', moving.outcome.failures, { atMost: 0 }),
      figure('409s meanwhile', '', moving.outcome.conflicts),
      figure(`lost of ${lost.acknowledged} acknowledged captures`, '', lost.lost, { atMost: 0 }),
      figure('doubled', '', lost.doubled, { atMost: 0 }),
    ],
    loads: [],
    remarks: [
      `Each of the three servers is held to ${quota} of a core; ${shards} shards, 256 clients. Cores that each had on the average:`,
      formatCores(measurement),
      ...sayOtherLimits(measurement),
    ],
  }
}

function measuredOf({ one, two }: Measurement) {
  return loads.flatMap((name) => [
    { name: `${name}, one worker`, workers: ['worker-1'], ...one[name] },
    { name: `${name}, two workers`, workers: ['worker-1', 'worker-2'], ...two[name] },
  ])
}

function formatCores(measurement: Measurement): string {
  const measured = measuredOf(measurement)
  const names = Object.keys(measured[0]?.cores ?? {})
  const rows = measured.map(({ name, cores }) => [name, ...names.map((one) => (cores[one] ?? 0).toFixed(2))])
  return [['under', ...names], ['---', ...names.map(() => '---')], ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

/** If the workers were not the limit, the figures do not measure the gain of a worker. */
function sayOtherLimits(measurement: Measurement): string[] {
  const { quota } = measurement
  const others = measuredOf(measurement).filter(({ workers, cores }) =>
    workers.some((name) => (cores[name] ?? 0) < busyShare * quota),
  )
  if (others.length === 0) return ['The workers were the limit: they had nine tenths or more of it each time.']
  const named = others.map(({ name }) => name).join('; ')
  return [`The workers were the limit but for these, where one had less than nine tenths of it: ${named}.`]
}
