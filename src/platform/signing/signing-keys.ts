import type { SigningKey } from '../adapters/signing-key.ts'
import type { App } from '../app/app.ts'
import { formatSeconds, type Instant } from '../base/times.ts'
import { listKeyRows, registerKey } from './store.ts'

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

const registered = new WeakMap<App, Promise<unknown>>()

/** Returns the current key. Its public part is stored before its first use, so that everything it signs can be checked. */
export async function useSigningKey(app: App): Promise<SigningKey> {
  const key = app.signingKey()
  const { kid, x } = key
  const before = registered.get(app) ?? app.db.run(registerKey, { kid, x, now: app.clock.now() })
  registered.set(app, before)
  await before.catch((error: unknown) => {
    registered.delete(app)
    throw error
  })
  return key
}

/** Lists the service's public keys, the newest first: those that held before, too. */
export async function listPublicKeys(app: App): Promise<PublicKey[]> {
  await useSigningKey(app)
  const when = (at: Instant | null): string | null => (at === null ? null : formatSeconds(at))
  return (await app.db.run(listKeyRows, {})).map(({ kid, x, valid_from, valid_until }) => ({
    ...{ kid, kty: 'OKP', crv: 'Ed25519', x, use: 'sig' },
    ...{ from: formatSeconds(valid_from), until: when(valid_until) },
  }))
}
