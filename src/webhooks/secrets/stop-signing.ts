import type { App } from '../../app/app.ts'
import type { WithChange } from '../../db/db.ts'
import { endSigningSecrets } from '../store/signing-secrets.ts'
import type { SigningStore } from '../webhook.ts'

/** Ends the signing of the store's notifications at once; `also`: what stands or falls with it. */
export async function stopSigning(app: App, of: SigningStore, also?: WithChange): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.run(endSigningSecrets, { ...of, at: app.clock.now() })
    await also?.(tx)
  })
}
