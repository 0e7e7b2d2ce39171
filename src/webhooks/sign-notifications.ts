import { randomBytes } from 'node:crypto'
import type { App } from '../app/app.ts'
import { type MerchantId, newOrderedId, type StoreId } from '../base/ids.ts'
import { hour, type Instant } from '../base/times.ts'
import * as store from './store/signing-secrets.ts'

/** Whose notifications are signed: a store's, of both families and modes. */
export interface Signed {
  readonly merchantId: MerchantId
  readonly storeId: StoreId
}

/** How long the earlier secret still signs beside a new one, unless said otherwise. */
export const usualOverlapMs = 24 * hour

const secretBytes = 24

/**
 * Makes a new secret for the store's notifications and answers it, `whsec_…`, this one time. From now on they are signed; with a
 * secret that was in use before they are signed too until the overlap has passed.
 */
export async function rotateSigningSecret(app: App, signed: Signed, overlapMs = usualOverlapMs): Promise<string> {
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
  const at = app.clock.now()
  const { merchantId, storeId } = signed
  const sealed = app.secrets.encrypt(secret, merchantId)
  await app.db.transaction(async (tx) => {
    await tx.run(store.removeEndedSecrets, [merchantId, storeId, at])
    await tx.run(store.endSigningSecrets, [merchantId, storeId, at + overlapMs])
    await tx.run(store.insertSigningSecret, [merchantId, newOrderedId(), storeId, sealed, at])
  })
  return secret
}

/** Ends the signing of the store's notifications at once. */
export async function stopSigning(app: App, { merchantId, storeId }: Signed): Promise<void> {
  await app.db.run(store.endSigningSecrets, [merchantId, storeId, app.clock.now()])
}

/** Since when, and until when, each secret that is in use signs. */
export async function listSigningSecrets(
  app: App,
  { merchantId, storeId }: Signed,
): Promise<{ id: string; createdAt: Instant; expiresAt: Instant | null }[]> {
  const rows = await app.db.run(store.listSigningSecrets, [merchantId, storeId, app.clock.now()])
  return rows.map(({ id, created_at, expires_at }) => ({ id, createdAt: created_at, expiresAt: expires_at }))
}
