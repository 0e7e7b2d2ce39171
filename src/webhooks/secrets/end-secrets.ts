import type { Instant } from '../../base/times.ts'
import type { Tx } from '../../db/db.ts'
import { isSandboxWrite } from '../../db/is-sandbox-write.ts'
import { forgetSecretEnds, keepSecretEnds } from '../store/sandbox.ts'
import { endSigningSecrets } from '../store/signing-secrets.ts'
import type { SigningStore } from '../webhook.ts'

/** Ends the store's secrets that are in use at the given time. What a sandbox ends so is kept for `qist production prepare`. */
export async function endSecrets(tx: Tx, of: SigningStore, now: Instant, at: Instant): Promise<void> {
  if (await isSandboxWrite(tx)) await tx.run(keepSecretEnds, { ...of, at: now })
  else await tx.run(forgetSecretEnds, of)
  await tx.run(endSigningSecrets, { ...of, at })
}
