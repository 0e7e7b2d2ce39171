import type { App } from '../../app/app.ts'
import { endSigningSecrets } from '../store/signing-secrets.ts'
import type { SigningStore } from '../webhook.ts'

/** Ends the signing of the store's notifications at once. */
export async function stopSigning(app: App, of: SigningStore): Promise<void> {
  await app.db.run(endSigningSecrets, { ...of, at: app.clock.now() })
}
