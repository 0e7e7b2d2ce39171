import type { App } from '../../app/app.ts'
import type { WithChange } from '../../db/db.ts'
import type { SigningStore } from '../webhook.ts'
import { endSecrets } from './end-secrets.ts'

/** Ends the signing of the store's notifications at once; `also`: what stands or falls with it. */
export async function stopSigning(app: App, of: SigningStore, also?: WithChange): Promise<void> {
  const now = app.clock.now()
  await app.db.transaction(async (tx) => {
    await endSecrets(tx, of, now, now)
    await also?.(tx)
  })
}
