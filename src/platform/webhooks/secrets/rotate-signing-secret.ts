import { randomBytes } from 'node:crypto'
import type { App } from '../../app/app.ts'
import { newOrderedId } from '../../base/ids.ts'
import { hour } from '../../base/times.ts'
import type { WithChange } from '../../db/db.ts'
import { refusals } from '../refusals.ts'
import * as store from '../store/signing-secrets.ts'
import type { SigningStore } from '../webhook.ts'
import { endSecrets } from './signing-secrets.ts'

/** How long the earlier secret signs beside the new one, by default. */
const usualOverlapMs = 24 * hour

const secretBytes = 24

/**
 * Makes a new signing secret for the store and returns it, `whsec_…`, this one time. The secrets in use before sign
 * beside it until the overlap has passed. `also`: extra writes in the same transaction. Refuses an id that a secret
 * already has, so a repeated request makes one secret.
 */
export async function rotateSigningSecret(
  app: App,
  of: SigningStore,
  overlapMs = usualOverlapMs,
  id = newOrderedId(),
  also?: WithChange,
): Promise<string> {
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
  const at = app.clock.now()
  const sealed = app.secrets.encrypt(secret, of.merchantId)
  await app.db.transaction(async (tx) => {
    await tx.run(store.removeEndedSecrets, { ...of, at })
    await endSecrets(tx, of, at, at + overlapMs)
    const made = await tx.run(store.insertSigningSecret, { ...of, id, sealed, at })
    if (made.length === 0) throw refusals.secretMade()
    await also?.(tx)
  })
  return secret
}
