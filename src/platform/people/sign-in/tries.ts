import { createHash } from 'node:crypto'
import type { PersonId } from '../../base/ids.ts'
import { type Instant, minute, second } from '../../base/times.ts'
import type { BackOffice } from '../back-office.ts'

/** Failures of an account, or from an address, within this time: then nothing is judged any more, not even what is right. */
export const tryRules = {
  ofAccount: 10,
  fromAddress: 100,
  windowMs: 15 * minute,
  /** What has been judged for longer was left by a process that ended: it may have been wrong. */
  judgedMs: 10 * second,
} as const

/** What tries are counted for. */
export interface Counted {
  readonly subject: Buffer
  readonly most: number
}

/** Guesses of a password: counted for the account, whether there is one or not, and for the address they come from. */
export function countedFor(backOffice: BackOffice, email: string, address: string): readonly Counted[] {
  return [
    { subject: subjectOf(`${backOffice} account ${email}`), most: tryRules.ofAccount },
    { subject: subjectOf(`${backOffice} address ${address}`), most: tryRules.fromAddress },
  ]
}

/** Guesses of a code, by whoever knows the password. */
export function countedForCode(backOffice: BackOffice, personId: PersonId, address: string): readonly Counted[] {
  return [
    { subject: subjectOf(`${backOffice} codes ${personId}`), most: tryRules.ofAccount },
    { subject: subjectOf(`${backOffice} address ${address}`), most: tryRules.fromAddress },
  ]
}

// As long as any other, and nobody's address.
function subjectOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

interface Tries {
  readonly failedAt: readonly Instant[]
  readonly judgedSince: readonly Instant[]
}

/**
 * In how many milliseconds one more may be tried, when so many failed; undefined while it is not known of some how they end: wait for
 * that.
 */
export function waitAfter({ failedAt, judgedSince }: Tries, most: number, now: Instant): number | undefined {
  const left = judgedSince.filter((at) => at <= now - tryRules.judgedMs)
  const failed = [...failedAt, ...left].filter((at) => at > now - tryRules.windowMs).sort((one, other) => one - other)
  const first = failed[failed.length - most]
  return first === undefined ? undefined : first + tryRules.windowMs - now
}
