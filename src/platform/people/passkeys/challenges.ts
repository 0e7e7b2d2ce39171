import { randomBytes } from 'node:crypto'
import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { minute } from '../../base/times.ts'
import type { BackOffice } from '../back-office.ts'
import { saveChallenge, takeChallenge as take } from '../store/passkeys.ts'

export const challengeRules = { lifetimeMs: 5 * minute } as const

/** What the answer to a challenge does: adds a passkey, signs in, follows the password, or proves the person again. */
export type ChallengePurpose = 'add' | 'sign_in' | 'code' | 'prove'

/**
 * Whether the authenticator must check the person, by a PIN, a finger or a face. Not after the password: then the
 * passkey is the second factor.
 */
export function checksPerson(purpose: ChallengePurpose): boolean {
  return purpose !== 'code'
}

/** The session or browser whose challenge it is. An answer from elsewhere is refused. */
export interface ChallengeHolder {
  readonly backOffice: BackOffice
  /** The hash of the secret of the session or browser. */
  readonly hash: Buffer
}

/** Saves and returns a new challenge. The holder's challenge of before, for the same purpose, ends. */
export async function newChallenge(app: App, holder: ChallengeHolder, purpose: ChallengePurpose): Promise<string> {
  const challenge = randomBytes(32)
  const endsAt = app.clock.now() + challengeRules.lifetimeMs
  await app.db.run(saveChallenge, { ...keyOf(holder, purpose), challenge, endsAt })
  return challenge.toString('base64url')
}

/**
 * Uses a challenge, once, also under concurrency and in all processes. Returns whether it is the holder's, for this
 * purpose, and at most five minutes old.
 */
export async function takeChallenge(
  app: App,
  holder: ChallengeHolder,
  purpose: ChallengePurpose,
  challenge: string,
): Promise<boolean> {
  const given = { challenge: Buffer.from(challenge, 'base64url'), now: app.clock.now() }
  return (await app.db.run(take, { ...keyOf(holder, purpose), ...given })).length > 0
}

function keyOf({ backOffice, hash }: ChallengeHolder, purpose: ChallengePurpose) {
  return { merchantId: allMerchants, backOffice, boundHash: hash, purpose }
}
