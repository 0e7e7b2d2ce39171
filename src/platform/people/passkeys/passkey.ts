import type { PersonId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'

export const passkeyRules = {
  /** Passkeys of one person at one back office. */
  most: 10,
  nameLength: 60,
  /** A credential id is at most this long (WebAuthn). */
  idBytes: 1_023,
} as const

/** A passkey of a person. */
export interface Passkey {
  readonly id: string
  readonly personId: PersonId
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  /** How the browser reaches the authenticator, such as `internal` or `usb`. */
  readonly transports: readonly string[]
  /** The host that the passkey belongs to. */
  readonly rpId: string
  readonly name: string
  readonly createdAt: Instant
  readonly usedAt: Instant | null
}

interface PasskeyRow {
  readonly id: string
  readonly person_id: string
  readonly credential_id: Buffer
  readonly public_key: Buffer
  readonly transports: readonly string[]
  readonly rp_id: string
  readonly name: string
  readonly created_at: Instant
  readonly used_at: Instant | null
}

export function passkeyFrom(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    personId: row.person_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    transports: row.transports,
    rpId: row.rp_id,
    name: row.name,
    createdAt: row.created_at,
    usedAt: row.used_at,
  }
}
