import type { App } from '../../platform/app/app.ts'
import type { WebhookRequest } from '../../platform/webhooks/endpoints/read-webhook.ts'
import { registerWebhook } from '../../platform/webhooks/endpoints/register-webhook.ts'
import { rotateSigningSecret } from '../../platform/webhooks/secrets/rotate-signing-secret.ts'
import type { SigningStore } from '../../platform/webhooks/webhook.ts'
import type { MadeMerchant } from './make-merchant.ts'
import { saveSandboxWebhook } from './store.ts'

/** How a new merchant's store is to be told of its payments. */
export interface AskedNotices {
  readonly webhook: WebhookRequest | undefined
  readonly isSigned: boolean
}

export interface Notices {
  readonly webhook_id?: string
  readonly signing_secret?: string
}

/** Registers the webhooks of a merchant's stores in test mode, which a reset brings back, and turns signing on, as was asked for each store. */
export async function addNotices(
  app: App,
  { merchant: { merchantId }, stores }: MadeMerchant,
  asked: readonly AskedNotices[],
): Promise<Notices[]> {
  const added: Notices[] = []
  for (const [index, { id: storeId }] of stores.entries()) {
    const { webhook, isSigned = false } = asked[index] ?? {}
    added.push({
      ...(webhook && { webhook_id: await addWebhook(app, merchantId, storeId, webhook) }),
      ...(isSigned && { signing_secret: await addFirstSecret(app, { merchantId, storeId }) }),
    })
  }
  return added
}

// Its id is the store's: so it is known for one that nobody needed a key for.
function addFirstSecret(app: App, of: SigningStore): Promise<string> {
  return rotateSigningSecret(app, of, 0, of.storeId)
}

async function addWebhook(app: App, merchantId: string, storeId: string, wanted: WebhookRequest): Promise<string> {
  const { id } = await registerWebhook(app, { merchantId, storeId, isTest: true, family: 'payment' }, wanted)
  const { url, normalisedUrl } = wanted.address
  await app.db.run(saveSandboxWebhook, { merchantId, id, storeId, url, normalisedUrl })
  return id
}
