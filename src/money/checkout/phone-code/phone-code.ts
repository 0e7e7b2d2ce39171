import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { type Instant, minute, second } from '../../../platform/base/times.ts'

/** The rules of codes by text message: lifetime, tries and sends (docs/contract/payment-page.md#codes). */
export const codeRules = {
  lifetimeMs: 5 * minute,
  /** Wrong tries in one session, over all its codes. */
  tries: 5,
  /** The first message and three more. */
  sends: 4,
  resendPauseMs: 30 * second,
} as const

export const testCode = '8888'

/** Returns the number of digits of a code: four with test keys, six live. */
export function codeDigits(isTest: boolean): 4 | 6 {
  return isTest ? 4 : 6
}

/** Returns a new code: random, but always 8888 for test keys. */
export function newCode(isTest: boolean): string {
  return isTest ? testCode : String(randomInt(1_000_000)).padStart(6, '0')
}

/** Returns the stored hash of a code. It includes the session, so that equal codes have different hashes. */
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

/** Checks a typed code. `last_wrong`: it was the last try, and the session is locked. */
export function judgeCode(state: CodeState, typed: string, sessionId: string, now: Instant): CodeOutcome {
  if (state.hash === null || state.sentAt === null) return 'too_old'
  if (now >= state.sentAt + codeRules.lifetimeMs) return 'too_old'
  if (timingSafeEqual(hashCode(typed, sessionId), state.hash)) return 'right'
  return state.wrongTries + 1 >= codeRules.tries ? 'last_wrong' : 'wrong'
}

/** Returns the seconds until another code may be sent: 0 now, undefined never. */
export function secondsToResend(state: Pick<CodeState, 'sentAt' | 'sends'>, now: Instant): number | undefined {
  if (state.sends >= codeRules.sends) return undefined
  if (state.sentAt === null) return 0
  return Math.max(0, Math.ceil((state.sentAt + codeRules.resendPauseMs - now) / second))
}

/** Whether a session's code is used up: too old or too many tries, and no other code may be sent. */
export function isCodeSpent(state: CodeState, now: Instant): boolean {
  if (state.wrongTries >= codeRules.tries) return true
  return state.sends >= codeRules.sends && state.sentAt !== null && now >= state.sentAt + codeRules.lifetimeMs
}
