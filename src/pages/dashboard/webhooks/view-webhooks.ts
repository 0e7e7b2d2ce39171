import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { listDeliveryHealth } from '../../../platform/webhooks/endpoints/delivery-health.ts'
import { listMerchantSecrets } from '../../../platform/webhooks/secrets/signing-secrets.ts'
import type { Answer, Visit } from '../page.ts'
import { storeTimesOf } from '../store-times.ts'
import { listOwnWebhooks } from './own-webhooks.ts'
import { webhooksPage } from './views/webhooks.ts'

/** Every webhook of the mode, how it goes, and how each store's events are signed. */
export async function viewWebhooks(visit: Visit): Promise<Answer> {
  const { app, session } = visit
  const { merchantId } = session
  const [webhooks, health, stores, times, secrets] = await Promise.all([
    listOwnWebhooks(visit),
    listDeliveryHealth(app, merchantId),
    listStores(app, merchantId),
    storeTimesOf(visit),
    listMerchantSecrets(app, merchantId),
  ])
  const signing = stores.map((store) => ({ store, secrets: secrets.get(store.id) ?? [] }))
  return webhooksPage(visit, { webhooks, health, signing, times, done: visit.query('done') })
}
