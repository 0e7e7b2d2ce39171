import type { LoopResult } from './loops.ts'
import { median, tailPercentile } from './measure.ts'

/** Work that is measured several times: over HTTP, or its limit. */
export interface Phase {
  readonly name: string
  readonly clients: number
  /** Runs before the first round, unmeasured: a new process runs cold code. */
  warmUp?(): Promise<unknown>
  /** Runs before each round, unmeasured, and prepares its data. */
  prepare?(): Promise<unknown>
  run(): Promise<LoopResult>
}

/** The medians of a phase's rounds. A percentile without a measurement, or with too few calls in a round, is NaN. */
export interface Measured {
  readonly name: string
  readonly clients: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly p999: number
  /** The rate of each round. */
  readonly rounds: readonly number[]
}

/** Returns the same phase with one unmeasured run before each round, so that every payment was read recently. */
export function withWarmUp(phase: Phase): Phase {
  return { ...phase, prepare: () => phase.run() }
}

/** The number of measurements of a phase. */
export const rounds = 3

/** Measures all phases in turns, three times each, so that a slow minute of the machine affects all of them. */
export async function inTurns<Name extends string>(phases: Readonly<Record<Name, Phase>>) {
  const names = Object.keys(phases) as Name[]
  const results = new Map<Name, LoopResult[]>(names.map((name) => [name, []]))
  for (const name of names) await phases[name].warmUp?.()
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      await phases[name].prepare?.()
      results.get(name)?.push(await phases[name].run())
    }
  }
  const entries = names.map((name) => [name, summarise(phases[name], results.get(name) ?? [])])
  return Object.fromEntries(entries) as Record<Name, Measured>
}

function summarise({ name, clients }: Pick<Phase, 'name' | 'clients'>, results: readonly LoopResult[]): Measured {
  const middle = (percent: number): number => median(results.map(({ latencies }) => tailPercentile(latencies, percent)))
  const perSecond = results.map((result) => result.perSecond)
  return {
    name,
    clients,
    perSecond: median(perSecond),
    p50: middle(50),
    p99: middle(99),
    p999: middle(99.9),
    rounds: perSecond,
  }
}

/**
 * Returns the reached share of a limit in percent: the median of the rounds, each compared with the limit in the same
 * round.
 */
export function shareOf(measured: Measured, limit: Measured): number {
  return median(measured.rounds.map((perSecond, round) => (100 * perSecond) / (limit.rounds[round] ?? Number.NaN)))
}
