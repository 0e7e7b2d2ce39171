import type { Result } from '../checks.ts'
import type { ScenarioFacts } from '../facts.ts'
import type { ObservedRun, RunEntry } from './observed-run.ts'

/** Evidence that a check did not pass. */
export interface Evidence {
  readonly scenario: ScenarioFacts
  /** One, in English. */
  readonly sentence: string
  /** Calls and deliveries that show it, oldest first. */
  readonly shownBy: readonly RunEntry[]
  /** At most two that explain the others. The finding shows them first, without their ids. */
  readonly context?: readonly RunEntry[]
  /** Webhook-Ids of forged deliveries. */
  readonly webhookIds?: readonly string[]
}

/** The result of one check. */
export interface Verdict {
  readonly result: Result
  readonly evidence: readonly Evidence[]
  /** What was missing if the check was not exercised, as a clause; undefined if unknown. */
  readonly missing?: string | undefined
}

/** Judges a run for one check. A pure function of the facts. */
export type Judge = (run: ObservedRun, limits: Limits) => Verdict

/** Limits of the judges. Names ending in Ms are milliseconds, the others are counts. */
export interface Limits {
  /** Shortest pause that counts as one. */
  readonly pauseMs: number
  /** Tolerance for early retries, because two clocks are involved. */
  readonly toleranceMs: number
  /** A later answer to a notification is a warning; beyond `longestAnswerMs` it is a failure. */
  readonly lateAnswerMs: number
  readonly longestAnswerMs: number
  /** Shortest acceptable time-out of a client. */
  readonly shortestTimeoutMs: number
  /** More tries of a broken call count as endless. */
  readonly maxTries: number
  /** More repetitions of a finally refused call count as hammering. */
  readonly maxRefusals: number
  /** More requests for a disputed refund count as a loop. */
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

/** Returns failed if there is evidence, passed if the check was exercised, otherwise not exercised. */
export function verdictOf(evidence: readonly Evidence[], isExercised: boolean): Verdict {
  if (evidence.length > 0) return { result: 'failed', evidence }
  return isExercised ? { result: 'passed', evidence } : notExercised
}
