import { Webhook as Signer } from 'standardwebhooks'
import type { SigningKey } from '../adapters/signing-key.ts'
import { second } from '../base/times.ts'

/** The parts of a message that a signature covers. */
export interface SignedMessage {
  /** `Webhook-Id`. */
  readonly id: string
  /** `Webhook-Timestamp`. */
  readonly timestampSeconds: number
  readonly body: string
}

/** What signs a message. */
export interface Signers {
  /** Secrets that the receiver has, `whsec_…`. */
  readonly signingSecrets: readonly string[]
  /** The service's own key; absent: it signs nothing. */
  readonly signingKey?: SigningKey | undefined
}

/**
 * Returns the value of `Webhook-Signature`, by Standard Webhooks, with spaces between: a `v1` for each secret, because
 * during a rotation receivers may have the old or the new one; and a `v1a` by the service's own key, which receivers
 * check without a secret.
 */
export function signatureOf(message: SignedMessage, { signingSecrets, signingKey }: Signers): string {
  const { id, timestampSeconds, body } = message
  const at = new Date(timestampSeconds * second)
  const signed = signingKey?.sign(`${id}.${timestampSeconds}.${body}`)
  const own = signed === undefined ? [] : [`v1a,${signed}`]
  return [...signingSecrets.map((secret) => new Signer(secret).sign(id, at, body)), ...own].join(' ')
}
