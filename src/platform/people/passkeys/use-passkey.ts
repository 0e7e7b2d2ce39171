import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { App } from '../../app/app.ts'
import { allMerchants } from '../../base/ids.ts'
import { type ActivityAuthor, recordActivity } from '../activities/activities.ts'
import { usePasskey as use } from '../store/passkeys.ts'
import { type ChallengePurpose, checksPerson } from './challenges.ts'
import type { Passkey } from './passkey.ts'
import type { PasskeySite } from './passkey-site.ts'
import type { PasskeyAnswer } from './read-answer.ts'

interface PasskeyUse {
  readonly site: PasskeySite
  readonly passkey: Passkey
  readonly answer: PasskeyAnswer
  /** The challenge of the answer, which was used just now. */
  readonly challenge: string
  readonly purpose: ChallengePurpose
  /** The person, for the log. */
  readonly author: ActivityAuthor
}

/**
 * Verifies the answer of a passkey and saves its use. Returns whether it is right. A counter that was used already is
 * of a copied authenticator: it is refused and logged.
 */
export async function usePasskey(app: App, usage: PasskeyUse): Promise<boolean> {
  const { passkey, author } = usage
  const counter = await verify(usage)
  if (counter === undefined) return false
  const key = { merchantId: allMerchants, backOffice: author.backOffice, id: passkey.id }
  const used = await app.db.run(use, { ...key, counter: BigInt(counter), now: app.clock.now() })
  if (used.length > 0) return true
  app.log.warn({ person_id: author.personId, passkey_id: passkey.id }, 'passkey refused: its counter went backwards')
  const about = { onKind: 'person', onId: author.personId, details: { name: passkey.name } }
  await recordActivity(app, author, { what: 'refuse_passkey', ...about })
  return false
}

/** Returns the counter of a right answer; undefined for a wrong one. */
async function verify(usage: PasskeyUse): Promise<number | undefined> {
  const { site, passkey, answer, challenge, purpose } = usage
  // Loaded for the first passkey: most processes never see one.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: checksPerson(purpose),
      // The counter is compared where it is saved: two answers at once cannot both pass.
      credential: { id: answer.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws for anything that is wrong with the answer. A stranger writes it, so it is not logged.
    return undefined
  }
}
