import { randomBytes } from 'node:crypto'
import type { App } from '../../app/app.ts'
import { newOrderedId } from '../../base/ids.ts'
import { hour } from '../../base/times.ts'
import type { WithChange } from '../../db/db.ts'
import { refusals } from '../refusals.ts'
import * as store from '../store/signing-secrets.ts'
import type { SigningStore } from '../webhook.ts'
import { endSecrets } from './end-secrets.ts'

/** How long the earlier secret still signs beside a new one, unless said otherwise. */
const usualOverlapMs = 24 * hour

const secretBytes = 24

/**
 * Makes a new secret for the store's notifications and answers it, `whsec_…`, this one time. From now on they are signed; with a
 * secret that was in use before they are signed too until the overlap has passed. Refuses an id that a secret has already: whoever
 * chooses one makes it once, however often it is asked for. `also`: what stands or falls with it, in its transaction.
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
