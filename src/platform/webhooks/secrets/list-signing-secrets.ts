import type { App } from '../../app/app.ts'
import type { Instant } from '../../base/times.ts'
import * as store from '../store/signing-secrets.ts'
import type { SigningStore } from '../webhook.ts'

/** Since when, and until when, a secret signs. */
export interface SigningSecret {
  readonly id: string
  readonly createdAt: Instant
  readonly expiresAt: Instant | null
}

/** The secrets that are in use. */
export async function listSigningSecrets(app: App, of: SigningStore): Promise<SigningSecret[]> {
  const rows = await app.db.run(store.listSigningSecrets, { ...of, at: app.clock.now() })
  return rows.map(({ id, created_at, expires_at }) => ({ id, createdAt: created_at, expiresAt: expires_at }))
}
