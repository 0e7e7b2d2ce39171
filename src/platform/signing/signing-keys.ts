import { existsSync } from 'node:fs'
import type { SigningKey } from '../adapters/signing-key.ts'
import type { App } from '../app/app.ts'
import { formatSeconds, minute } from '../base/times.ts'
import { hasKey, listKeyRows, registerKey } from './store.ts'

/** A public key of the service, as others read it (RFC 8037). */
export interface PublicKey {
  readonly kid: string
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly use: 'sig'
  readonly from: string
  /** When another key took its place; null for the current one. Documents that it has signed stay valid. */
  readonly until: string | null
}

/** A signing key that no service has registered. The message is one line for the operator. */
export class UnknownSigningKey extends Error {
  override readonly name = 'UnknownSigningKey'

  constructor({ kid }: SigningKey) {
    super(
      `the signing key ${kid} is none of the service's: set SIGNING_KEY to the service's, or start it with this one`,
    )
  }
}

/** The most that clocks of machines may differ: no document of the slower machine is older than its key. */
const clockDifferenceMs = minute

const known = new WeakSet<App>()
const publishers = new WeakSet<App>()

/**
 * Lets the app of a starting service publish its key: at once, or at its first use in a sandbox that has no data folder,
 * which would be made for the key alone.
 */
export async function startSigning(app: App): Promise<void> {
  publishers.add(app)
  const { signingKey, dataDir } = app.config
  if (signingKey !== undefined || existsSync(dataDir)) await useSigningKey(app)
}

/**
 * Publishes the public part of the app's key as the current one, and ends the one before. Others trust what is
 * published, so only a service and `signing-key rotate` may do it.
 */
export async function registerSigningKey(app: App): Promise<void> {
  const { kid, x } = app.signingKey()
  const [change] = await app.db.run(registerKey, { kid, x, now: app.clock.now() })
  known.add(app)
  if (change === undefined) return
  app.log[change.ended === 0 ? 'info' : 'warn']({ kid }, 'documents are signed with another key from now on')
}

/** Returns the app's key. Throws an UnknownSigningKey if nobody could check what it signs. */
export async function useSigningKey(app: App): Promise<SigningKey> {
  const key = app.signingKey()
  if (known.has(app)) return key
  if (publishers.has(app)) {
    await registerSigningKey(app)
    return key
  }
  const [row] = await app.db.run(hasKey, { kid: key.kid })
  if (!row?.is_known) throw new UnknownSigningKey(key)
  known.add(app)
  return key
}

/** Lists the service's public keys, the newest first: those that held before, too. */
export async function listPublicKeys(app: App): Promise<PublicKey[]> {
  return (await app.db.run(listKeyRows, {})).map(({ kid, x, valid_from, valid_until }) => ({
    ...{ kid, kty: 'OKP', crv: 'Ed25519', x, use: 'sig' },
    from: formatSeconds(valid_from - clockDifferenceMs),
    until: valid_until === null ? null : formatSeconds(valid_until),
  }))
}
