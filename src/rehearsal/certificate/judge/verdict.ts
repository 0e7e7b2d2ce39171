import type { Result } from '../checks.ts'
import type { ScenarioFacts } from '../facts.ts'
import type { ObservedRun, RunEntry } from './observed-run.ts'

/** What shows that a check is not passed. */
export interface Evidence {
  readonly scenario: ScenarioFacts
  /** One, in English. */
  readonly sentence: string
  /** Calls and deliveries that show it, oldest first. */
  readonly shownBy: readonly RunEntry[]
  /** Deliveries that are in no journal, by their Webhook-Ids. */
  readonly webhookIds?: readonly string[]
}

/** What comes of one check. */
export interface Verdict {
  readonly result: Result
  readonly evidence: readonly Evidence[]
}

/** Looks at a whole run for one check. It knows neither time nor chance: the same facts, the same verdict. */
export type Judge = (run: ObservedRun, limits: Limits) => Verdict

/** Numbers by which judges tell right from wrong, in milliseconds but for those that count. */
export interface Limits {
  /** A pause that is shorter is none. */
  readonly pauseMs: number
  /** So much earlier than told somebody may come again: clocks are read at both ends. */
  readonly toleranceMs: number
  /** A notification that is answered later is a warning, and a failure beyond the second one. */
  readonly lateAnswerMs: number
  readonly longestAnswerMs: number
  /** A client that gives up earlier does so too early. */
  readonly shortestTimeoutMs: number
  /** Who repeats a broken call so often does not stop. */
  readonly maxTries: number
  /** Who sends what was refused for good so often hammers. */
  readonly maxRefusals: number
  /** Who asks so often for a refund that is disputed loops. */
  readonly maxDisputed: number
}

export const limits: Limits = {
  pauseMs: 25,
  toleranceMs: 20,
  lateAnswerMs: 5_000,
  longestAnswerMs: 60_000,
  shortestTimeoutMs: 5_000,
  maxTries: 10,
  maxRefusals: 2,
  maxDisputed: 5,
}

export const notExercised: Verdict = { result: 'not_exercised', evidence: [] }

/** Failed where there is evidence; else passed, where the run had what it takes to see it. */
export function verdictOf(evidence: readonly Evidence[], isExercised: boolean): Verdict {
  if (evidence.length > 0) return { result: 'failed', evidence }
  return isExercised ? { result: 'passed', evidence } : notExercised
}
