import type { App } from '../../app/app.ts'
import type { MerchantId, StoreId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { Tx, WithChange } from '../../db/db.ts'
import { isSandboxWrite } from '../../db/is-sandbox-write.ts'
import type { SandboxRemains } from '../../merchants/sandbox-remains.ts'
import {
  forgetSecretEnds,
  keepSecretEnds,
  listSecretsOfSandbox,
  putBackSecrets,
  removeSecretsOfSandbox,
} from '../store/sandbox.ts'
import * as store from '../store/signing-secrets.ts'
import { endSigningSecrets, listSigningSecretsOfMerchant } from '../store/signing-secrets.ts'
import type { SigningStore } from '../webhook.ts'

/** A secret in use, without its value. */
export interface SigningSecret {
  readonly id: string
  readonly createdAt: Instant
  readonly expiresAt: Instant | null
}

/** Returns the store's secrets in use. */
export async function listSigningSecrets(app: App, of: SigningStore): Promise<SigningSecret[]> {
  const rows = await app.db.run(store.listSigningSecrets, { ...of, at: app.clock.now() })
  return rows.map(({ id, created_at, expires_at }) => ({ id, createdAt: created_at, expiresAt: expires_at }))
}

/** Returns the merchant's secrets in use, by store. A store without one is missing. */
export async function listMerchantSecrets(
  app: App,
  merchantId: MerchantId,
): Promise<ReadonlyMap<StoreId, readonly SigningSecret[]>> {
  const rows = await app.db.run(listSigningSecretsOfMerchant, { merchantId, at: app.clock.now() })
  const byStore = Map.groupBy(rows, ({ store_id }) => store_id)
  return new Map(
    [...byStore].map(([store, secrets]) => [
      store,
      secrets.map(({ id, created_at, expires_at }) => ({ id, createdAt: created_at, expiresAt: expires_at })),
    ]),
  )
}

/**
 * Ends the store's secrets in use at `at`. Stores the ends before a sandbox's change, for `qist production prepare`.
 */
export async function endSecrets(tx: Tx, of: SigningStore, now: Instant, at: Instant): Promise<void> {
  if (await isSandboxWrite(tx)) await tx.run(keepSecretEnds, { ...of, at: now })
  else await tx.run(forgetSecretEnds, of)
  await tx.run(endSigningSecrets, { ...of, at })
}

/** Stops signing the store's notifications at once. `also`: extra writes in the same transaction. */
export async function stopSigning(app: App, of: SigningStore, also?: WithChange): Promise<void> {
  const now = app.clock.now()
  await app.db.transaction(async (tx) => {
    await endSecrets(tx, of, now, now)
    await also?.(tx)
  })
}

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
