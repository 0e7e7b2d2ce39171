import { parseId } from '../../../platform/base/ids.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { placeOf } from '../../back-office/webhook-place.ts'
import { maskValue, type WebhookHeader } from '../../../platform/webhooks/endpoints/header.ts'
import { getWebhook, listMerchantWebhooks } from '../../../platform/webhooks/endpoints/webhooks.ts'
import type { Webhook, WebhookFamily, WebhookSet } from '../../../platform/webhooks/webhook.ts'
import type { Visit } from '../page.ts'
import { refusals } from '../refusals.ts'

/** A webhook of the mode that is shown, with its store. Of its header no more than the name. */
export interface OwnWebhook extends Omit<Webhook, 'header'> {
  readonly headerTitle: string | null
  readonly store: Store
}

/** The merchant's webhooks of this mode. */
export async function listOwnWebhooks(visit: Visit): Promise<readonly OwnWebhook[]> {
  return ownWebhooksAt(visit, await listStores(visit.app, visit.session.merchantId))
}

/** The same, where its stores are known. */
export async function ownWebhooksAt(
  { app, session, isTest }: Visit,
  stores: readonly Store[],
): Promise<readonly OwnWebhook[]> {
  const all = await listMerchantWebhooks(app, session.merchantId)
  return all.flatMap((webhook): OwnWebhook[] => {
    const store = stores.find(({ id }) => id === webhook.storeId)
    return webhook.isTest === isTest && store !== undefined ? [{ ...webhook, store }] : []
  })
}

/** The webhook that the address names. Refuses with 404 one of another merchant or mode. */
export async function findOwnWebhook(visit: Visit): Promise<OwnWebhook> {
  const { id } = visit
  const found = (await listOwnWebhooks(visit)).find((webhook) => webhook.id === id)
  if (found === undefined) throw refusals.noSuchPage()
  return found
}

/** Returns the host of the webhook's address. The log names the webhook by it, because path and query may be secrets. */
export function hostOf({ url }: Pick<OwnWebhook, 'url'>): string {
  return new URL(url).host
}

/** Which webhooks this one belongs to. */
export function setOf({ session, isTest }: Visit, { storeId, family }: OwnWebhook): WebhookSet {
  return { merchantId: session.merchantId, storeId, isTest, family }
}

/** What webhooks of this mode can be told of: there are no disputes in test mode. */
export function familiesOf({ isTest }: Visit): readonly WebhookFamily[] {
  return isTest ? ['payment'] : ['payment', 'dispute']
}

/** The event that the address names. Refuses with 404 what is no UUID. */
export function eventIdOf({ request }: Visit): string {
  const id = parseId((request.params as Record<string, string>)['event'] ?? '')
  if (id === undefined) throw refusals.noSuchPage()
  return id
}

/** A webhook's address: the whole of it to who may change it, for what stands behind host and path may be a secret. */
export function displayUrl(visit: Visit, url: string): string {
  return visit.may('change_webhooks') ? url : (placeOf(url) ?? url)
}

/** A webhook's own header as pages show it: its value masked. While the secret does not open, nothing of it is shown. */
export async function readMaskedHeader(visit: Visit, webhook: OwnWebhook): Promise<WebhookHeader | null> {
  if (webhook.headerTitle === null) return null
  const whole = await getWebhook(visit.app, setOf(visit, webhook), webhook.id).catch(() => undefined)
  return { title: webhook.headerTitle, value: maskValue(whole?.header?.value ?? '') }
}
