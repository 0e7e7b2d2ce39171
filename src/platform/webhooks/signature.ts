import { Webhook as Signer } from 'standardwebhooks'
import { second } from '../base/times.ts'

/** The parts of a message that a signature covers. */
export interface SignedMessage {
  /** `Webhook-Id`. */
  readonly id: string
  /** `Webhook-Timestamp`. */
  readonly timestampSeconds: number
  readonly body: string
}

/**
 * Returns the value of `Webhook-Signature`, by Standard Webhooks: a `v1` for each secret (`whsec_…`), with spaces
 * between. During a rotation receivers may have the old or the new one. Other kinds of signatures belong in this list.
 */
export function signatureOf({ id, timestampSeconds, body }: SignedMessage, secrets: readonly string[]): string {
  const at = new Date(timestampSeconds * second)
  return secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(' ')
}
