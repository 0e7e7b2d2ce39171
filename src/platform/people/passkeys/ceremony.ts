import type { PersonId } from '../../base/ids.ts'
import { challengeRules } from './challenges.ts'
import type { Passkey } from './passkey.ts'
import type { PasskeySite } from './passkey-site.ts'

/** What the browser's script is to do: `PublicKeyCredential` options as JSON. */
export interface Ceremony {
  readonly kind: 'create' | 'get'
  readonly origin: string
  readonly options: Readonly<Record<string, unknown>>
}

/** The signatures of passkeys (COSE): EdDSA, ES256, RS256. */
export const algorithms = [-8, -7, -257] as const

interface Owner {
  readonly personId: PersonId
  readonly email: string
  readonly name: string | null
}

/** Returns the ceremony that makes a passkey: one that signs in by itself, behind a PIN, a finger or a face. */
export function creationOf(
  site: PasskeySite,
  challenge: string,
  { personId, email, name }: Owner,
  known: readonly Passkey[],
): Ceremony {
  const options = {
    challenge,
    rp: { id: site.rpId, name: 'Qist' },
    // An authenticator shows this id to nobody. It is random, and tells nothing about the person.
    user: { id: userHandleOf(personId), name: email, displayName: name ?? email },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: descriptorsOf(site, known),
    timeout: challengeRules.lifetimeMs,
  }
  return { kind: 'create', origin: site.origin, options }
}

/** Returns the ceremony of a sign-in: it names no passkey, so it tells nobody who has one. */
export function signInOf(site: PasskeySite, challenge: string): Ceremony {
  return { kind: 'get', origin: site.origin, options: { ...requestOf(site, challenge), userVerification: 'required' } }
}

/** Returns the ceremony for a person who is known already. `checksPerson`: whether a PIN, a finger or a face is needed. */
export function proofOf(
  site: PasskeySite,
  challenge: string,
  known: readonly Passkey[],
  checksPerson: boolean,
): Ceremony {
  const options = { ...requestOf(site, challenge), userVerification: checksPerson ? 'required' : 'preferred' }
  return { kind: 'get', origin: site.origin, options: { ...options, allowCredentials: descriptorsOf(site, known) } }
}

function requestOf({ rpId }: PasskeySite, challenge: string) {
  return { challenge, rpId, timeout: challengeRules.lifetimeMs }
}

function descriptorsOf(site: PasskeySite, known: readonly Passkey[]) {
  return known
    .filter(({ rpId }) => rpId === site.rpId)
    .map(({ credentialId, transports }) => ({ type: 'public-key', id: credentialId.toString('base64url'), transports }))
}

/** Returns the id of a person in their passkeys: the bytes of the person's id. */
export function userHandleOf(personId: PersonId): string {
  return Buffer.from(personId.replaceAll('-', ''), 'hex').toString('base64url')
}
