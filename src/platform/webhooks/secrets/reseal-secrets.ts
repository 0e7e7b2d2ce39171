import type { App } from '../../app/app.ts'
import { nilId } from '../../base/ids.ts'
import { listSealedSecrets, resealSecret } from '../store/signing-secrets.ts'
import { listSealedHeaders, resealHeader } from '../store/webhooks.ts'

const batch = 500
const beforeAllIds = nilId

/** A stored secret. */
interface SealedSecret {
  readonly merchant_id: string
  readonly id: string
  readonly sealed: Buffer
}

/** The new value, and the earlier one that it replaces. */
interface ReplacedSecret {
  readonly merchantId: string
  readonly id: string
  readonly earlier: Buffer
  readonly sealed: Buffer
}

/**
 * Encrypts secrets of earlier keys with the current SECRETS_KEY, in small batches beside the running service.
 * Returns the number of secrets.
 */
export async function resealSecrets({ db, secrets }: App): Promise<number> {
  const headers = await resealAll(
    secrets,
    (after) => db.run(listSealedHeaders, { after, limit: batch }),
    (resealed) => db.run(resealHeader, resealed),
  )
  const signing = await resealAll(
    secrets,
    (after) => db.run(listSealedSecrets, { after, limit: batch }),
    (resealed) => db.run(resealSecret, resealed),
  )
  return headers + signing
}

async function resealAll(
  secrets: App['secrets'],
  list: (after: string) => Promise<SealedSecret[]>,
  save: (resealed: ReplacedSecret) => Promise<unknown>,
): Promise<number> {
  let count = 0
  let page = await list(beforeAllIds)
  while (page.length > 0) {
    for (const { merchant_id: merchantId, id, sealed: earlier } of page) {
      if (secrets.isCurrent(earlier)) continue
      const sealed = secrets.encrypt(secrets.decrypt(earlier, merchantId), merchantId)
      await save({ merchantId, id, earlier, sealed })
      count += 1
    }
    const last = page.at(-1)
    page = last === undefined || page.length < batch ? [] : await list(last.id)
  }
  return count
}
