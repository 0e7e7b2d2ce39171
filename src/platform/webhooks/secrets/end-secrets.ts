import type { Instant } from '../../base/times.ts'
import type { Tx } from '../../db/db.ts'
import { isSandboxWrite } from '../../db/is-sandbox-write.ts'
import { forgetSecretEnds, keepSecretEnds } from '../store/sandbox.ts'
import { endSigningSecrets } from '../store/signing-secrets.ts'
import type { SigningStore } from '../webhook.ts'

/** Ends the store's secrets in use at `at`. Stores the ends before a sandbox's change, for `qist production prepare`. */
export async function endSecrets(tx: Tx, of: SigningStore, now: Instant, at: Instant): Promise<void> {
  if (await isSandboxWrite(tx)) await tx.run(keepSecretEnds, { ...of, at: now })
  else await tx.run(forgetSecretEnds, of)
  await tx.run(endSigningSecrets, { ...of, at })
}
