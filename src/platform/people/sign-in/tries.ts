import { createHash } from 'node:crypto'
import type { PersonId } from '../../base/ids.ts'
import { type Instant, minute, second } from '../../base/times.ts'
import type { BackOffice } from '../back-office.ts'

/**
 * Limits of failures, per account and per address, within the window. Beyond them no guess is judged, not even a right
 * one.
 */
export const tryRules = {
  ofAccount: 10,
  fromAddress: 100,
  windowMs: 15 * minute,
  /** A guess that is judged for longer belongs to a process that ended. It counts as wrong. */
  judgedMs: 10 * second,
} as const

/** A subject for which guesses are counted, and their limit. */
export interface GuessSubject {
  readonly subject: Buffer
  readonly most: number
}

/** Returns the subjects of a password guess: the account, also if it does not exist, and the network address. */
export function passwordSubjects(backOffice: BackOffice, email: string, address: string): readonly GuessSubject[] {
  return [
    { subject: subjectOf(`${backOffice} account ${email}`), most: tryRules.ofAccount },
    ...addressSubjects(backOffice, address),
  ]
}

/** Returns the subjects of a code guess: the person and the network address. */
export function codeSubjects(backOffice: BackOffice, personId: PersonId, address: string): readonly GuessSubject[] {
  return [
    { subject: subjectOf(`${backOffice} codes ${personId}`), most: tryRules.ofAccount },
    ...addressSubjects(backOffice, address),
  ]
}

/** Returns the subjects of a guess that belongs to no account: the network address. */
export function addressSubjects(backOffice: BackOffice, address: string): readonly GuessSubject[] {
  return [{ subject: subjectOf(`${backOffice} address ${address}`), most: tryRules.fromAddress }]
}

// A hash has a fixed length, and stores no network address.
function subjectOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

interface Tries {
  readonly failedAt: readonly Instant[]
  readonly judgedSince: readonly Instant[]
}

/**
 * Returns the milliseconds until the next guess is allowed. Returns undefined while guesses are judged that may turn
 * out right: the caller waits for them.
 */
export function waitAfter({ failedAt, judgedSince }: Tries, most: number, now: Instant): number | undefined {
  const left = judgedSince.filter((at) => at <= now - tryRules.judgedMs)
  const failed = [...failedAt, ...left].filter((at) => at > now - tryRules.windowMs).sort((one, other) => one - other)
  const first = failed[failed.length - most]
  return first === undefined ? undefined : first + tryRules.windowMs - now
}
