import type { SandboxRemains } from '../../merchants/sandbox-remains.ts'
import { listSecretsOfSandbox, putBackSecrets, removeSecretsOfSandbox } from '../store/sandbox.ts'

/** Signing secrets that a sandbox has made or ended. Ended ones get their end before the sandbox back. */
export const sandboxSecrets: SandboxRemains = {
  one: 'signing secret',
  many: 'signing secrets',
  done: 'removed or set back',
  list: ({ db }) => db.run(listSecretsOfSandbox, {}),
  async remove({ db }) {
    for (const { merchant_id: merchantId } of await db.run(listSecretsOfSandbox, {})) {
      await db.transaction(async (tx) => {
        await tx.run(removeSecretsOfSandbox, { merchantId })
        await tx.run(putBackSecrets, { merchantId })
      })
    }
  },
}
