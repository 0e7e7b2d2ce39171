import { parseId } from '../../../platform/base/ids.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { maskValue, type WebhookHeader } from '../../../platform/webhooks/endpoints/header.ts'
import { getWebhook, listMerchantWebhooks } from '../../../platform/webhooks/endpoints/webhooks.ts'
import type { Webhook, WebhookFamily, WebhookSet } from '../../../platform/webhooks/webhook.ts'
import { placeOf } from '../../back-office/webhook-place.ts'
import type { Visit } from '../page.ts'
import { refusals } from '../refusals.ts'

/**
 * A webhook of the visit's mode, with its store; of one for all stores, with the default store. Of its header, only the
 * name.
 */
export interface OwnWebhook extends Omit<Webhook, 'header'> {
  readonly headerTitle: string | null
  readonly store: Store
}

/** Returns the merchant's webhooks of this mode. */
export async function listOwnWebhooks(visit: Visit): Promise<readonly OwnWebhook[]> {
  return ownWebhooksAt(visit, await listStores(visit.app, visit.session.merchantId))
}

/** Returns the same if the caller has already loaded the stores. */
export async function ownWebhooksAt(
  { app, session, isTest }: Visit,
  stores: readonly Store[],
): Promise<readonly OwnWebhook[]> {
  const all = await listMerchantWebhooks(app, session.merchantId)
  return all.flatMap((webhook): OwnWebhook[] => {
    const store = stores.find(({ id, isDefault }) => (webhook.storeId === null ? isDefault : id === webhook.storeId))
    return webhook.isTest === isTest && store !== undefined ? [{ ...webhook, store }] : []
  })
}

/** Returns the webhook in the address. Throws 404 for one of another merchant or mode. */
export async function findOwnWebhook(visit: Visit): Promise<OwnWebhook> {
  const { id } = visit
  const found = (await listOwnWebhooks(visit)).find((webhook) => webhook.id === id)
  if (found === undefined) throw refusals.noSuchPage()
  return found
}

/** Returns the host of the webhook's URL. The log names it only: path and query may be secrets. */
export function hostOf({ url }: Pick<OwnWebhook, 'url'>): string {
  return new URL(url).host
}

/** Returns the name of a webhook's store, or the words for all stores. */
export function storeNameOf({ words }: Visit, { store, storeId }: OwnWebhook): string {
  return storeId === null ? words.texts.allStores : `${store.name} (${store.merchantCode})`
}

/** Which webhooks this one belongs to. */
export function setOf({ session, isTest }: Visit, { storeId, family }: OwnWebhook): WebhookSet {
  return { merchantId: session.merchantId, storeId, isTest, family }
}

/** Returns the families of events of this mode: test mode has no disputes. */
export function familiesOf({ isTest }: Visit): readonly WebhookFamily[] {
  return isTest ? ['payment'] : ['payment', 'dispute']
}

/** Returns the event's id in the address. Throws 404 if it is not a UUID. */
export function eventIdOf({ request }: Visit): string {
  const id = parseId((request.params as Record<string, string>)['event'] ?? '')
  if (id === undefined) throw refusals.noSuchPage()
  return id
}

/** Returns a webhook's URL. Without `change_webhooks`, the query is left out: it may contain a secret. */
export function displayUrl(visit: Visit, url: string): string {
  return visit.may('change_webhooks') ? url : (placeOf(url) ?? url)
}

/** Returns a webhook's header with a masked value. If the value cannot be decrypted, all of it is masked. */
export async function readMaskedHeader(visit: Visit, webhook: OwnWebhook): Promise<WebhookHeader | null> {
  if (webhook.headerTitle === null) return null
  const whole = await getWebhook(visit.app, setOf(visit, webhook), webhook.id).catch(() => undefined)
  return { title: webhook.headerTitle, value: maskValue(whole?.header?.value ?? '') }
}
