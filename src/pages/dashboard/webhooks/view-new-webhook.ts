import { listStores } from '../../../platform/merchants/stores/stores.ts'
import type { Answer, Visit } from '../page.ts'
import { newWebhookPage } from './views/new-webhook.ts'

/** The form that registers a webhook. */
export async function viewNewWebhook(visit: Visit): Promise<Answer> {
  return newWebhookPage(visit, await listStores(visit.app, visit.session.merchantId), {})
}
