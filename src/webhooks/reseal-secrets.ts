import type { App } from '../app/app.ts'
import { listSealedSecrets, resealSecret } from './store/signing-secrets.ts'
import { listSealedHeaders, resealHeader } from './store/webhooks.ts'

const batch = 500
const beforeAllIds = '00000000-0000-0000-0000-000000000000'

interface Sealed {
  readonly merchantId: string
  readonly id: string
  readonly sealed: Buffer
}

/**
 * Encrypts with the current SECRETS_KEY what is still encrypted with an earlier one, in small batches beside the running service.
 * Answers how much it was.
 */
export async function resealSecrets(app: App): Promise<number> {
  const headers = await resealAll(
    app,
    async (after) =>
      (await app.db.run(listSealedHeaders, [after, batch])).map((row) => ({
        merchantId: row.merchant_id,
        id: row.id,
        sealed: row.header_value,
      })),
    ({ merchantId, id, sealed }, anew) => app.db.run(resealHeader, [merchantId, id, sealed, anew]),
  )
  const secrets = await resealAll(
    app,
    async (after) =>
      (await app.db.run(listSealedSecrets, [after, batch])).map((row) => ({
        merchantId: row.merchant_id,
        id: row.id,
        sealed: row.secret,
      })),
    ({ merchantId, id, sealed }, anew) => app.db.run(resealSecret, [merchantId, id, sealed, anew]),
  )
  return headers + secrets
}

async function resealAll(
  app: App,
  list: (after: string) => Promise<Sealed[]>,
  save: (one: Sealed, anew: Buffer) => Promise<unknown>,
): Promise<number> {
  let count = 0
  let page = await list(beforeAllIds)
  while (page.length > 0) {
    for (const one of page) {
      if (app.secrets.isCurrent(one.sealed)) continue
      await save(one, app.secrets.encrypt(app.secrets.decrypt(one.sealed, one.merchantId), one.merchantId))
      count += 1
    }
    const last = page.at(-1)
    page = last === undefined || page.length < batch ? [] : await list(last.id)
  }
  return count
}
