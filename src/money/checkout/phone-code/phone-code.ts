import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { type Instant, minute, second } from '../../../platform/base/times.ts'

/**
 * The rules of a code by text message (docs/contract/payment-page.md#codes): how long it is good for, and how much may be tried.
 */
export const codeRules = {
  lifetimeMs: 5 * minute,
  /** Wrong tries in one session, over all its codes. */
  tries: 5,
  /** The first message and three more. */
  sends: 4,
  resendPauseMs: 30 * second,
} as const

export const testCode = '8888'

/** How many digits a code has: four with test keys, six live. */
export function codeDigits(isTest: boolean): 4 | 6 {
  return isTest ? 4 : 6
}

/** A new code: random, but always 8888 for test keys. */
export function newCode(isTest: boolean): string {
  return isTest ? testCode : String(randomInt(1_000_000)).padStart(6, '0')
}

/** What is kept of a code. The session is part of it, so that equal codes do not look alike. */
export function hashCode(code: string, sessionId: string): Buffer {
  return createHmac('sha256', sessionId).update(code).digest()
}

/** The status of a session's code. */
export interface CodeState {
  readonly hash: Buffer | null
  readonly sentAt: Instant | null
  readonly sends: number
  readonly wrongTries: number
}

export type CodeOutcome = 'right' | 'wrong' | 'too_old' | 'last_wrong'

/** Judges a typed code. `last_wrong`: it was the last try, the session is locked from here on. */
export function judgeCode(state: CodeState, typed: string, sessionId: string, now: Instant): CodeOutcome {
  if (state.hash === null || state.sentAt === null) return 'too_old'
  if (now >= state.sentAt + codeRules.lifetimeMs) return 'too_old'
  if (timingSafeEqual(hashCode(typed, sessionId), state.hash)) return 'right'
  return state.wrongTries + 1 >= codeRules.tries ? 'last_wrong' : 'wrong'
}

/** Seconds until another code may be sent; 0 now, undefined never again. */
export function secondsToResend(state: Pick<CodeState, 'sentAt' | 'sends'>, now: Instant): number | undefined {
  if (state.sends >= codeRules.sends) return undefined
  if (state.sentAt === null) return 0
  return Math.max(0, Math.ceil((state.sentAt + codeRules.resendPauseMs - now) / second))
}

/** Whether nothing can be done any more with a session's code: it is too old and no other may be sent. */
export function isCodeSpent(state: CodeState, now: Instant): boolean {
  if (state.wrongTries >= codeRules.tries) return true
  return state.sends >= codeRules.sends && state.sentAt !== null && now >= state.sentAt + codeRules.lifetimeMs
}
