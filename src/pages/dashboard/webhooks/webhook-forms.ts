import type { StoreId } from '../../../platform/base/ids.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { leftToRight } from '../../../platform/ui/words/lang.ts'
import type { WebhookHeader } from '../../../platform/webhooks/endpoints/header.ts'
import { readWebhook, type WebhookRequest } from '../../../platform/webhooks/endpoints/read-webhook.ts'
import { registerWebhook } from '../../../platform/webhooks/endpoints/register-webhook.ts'
import { replaceWebhook } from '../../../platform/webhooks/endpoints/replace-webhook.ts'
import { enableWebhook, getWebhook, removeWebhook } from '../../../platform/webhooks/endpoints/webhooks.ts'
import { maxWebhooks, type WebhookFamily, type WebhookSet } from '../../../platform/webhooks/webhook.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { recordDone } from '../visit.ts'
import { familiesOf, findOwnWebhook, hostOf, listOwnWebhooks, type OwnWebhook, setOf } from './own-webhooks.ts'
import { type TypedHeader, typedHeader, type WebhookProblem } from './typed-webhook.ts'
import { showWebhook } from './view-webhook.ts'
import { allStores, newWebhookPage } from './views/new-webhook.ts'

/** Shows the form that registers a webhook. */
export async function viewNewWebhook(visit: Visit): Promise<Answer> {
  return newWebhookPage(visit, await listStores(visit.app, visit.session.merchantId), {})
}

/** Registers a webhook. */
export async function submitRegister(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, session, isTest } = visit
  const { merchantId } = session
  const stores = await listStores(app, merchantId)
  const storeId = storeIdIn(fields, stores)
  const family = familiesOf(visit).find((one) => one === (fields['family'] ?? 'payment'))
  if (storeId === undefined || family === undefined) throw refusals.noSuchPage()
  const set: WebhookSet = { merchantId, storeId, isTest, family }
  const refuse = (problem: WebhookProblem): Answer => ({
    ...newWebhookPage(visit, stores, { problem, fields }),
    status: 422,
  })
  if (storeId === null && family === 'dispute') return refuse('disputeStore')
  const typed = typedHeader(fields, null)
  if (typeof typed === 'string') return refuse(typed === 'kept' ? 'headerValue' : typed)
  const request = await read(visit, family, fields, typed.header)
  if (request === undefined) return refuse('url')
  const details = detailsOf(request)
  const made = await orUndefined(
    registerWebhook(app, set, request, (tx, onId) =>
      recordDone(visit, { what: 'register_webhook', onKind: 'webhook', onId, details }, tx),
    ),
  )
  if (made === undefined) return refuse(await whyNot(visit, set, request))
  return { goTo: visit.address(`webhooks/${made.id}`, { done: 'registered' }) }
}

// Null: for all stores. Undefined: no store of the merchant.
function storeIdIn(fields: Fields, stores: readonly Store[]): StoreId | null | undefined {
  const { store: chosen } = fields
  if (chosen === allStores) return null
  return stores.find(({ id, isDefault }) => (chosen === undefined ? isDefault : id === chosen))?.id
}

/** Changes a webhook's address and header. */
export async function submitReplace(visit: Visit, fields: Fields): Promise<Answer> {
  const { app } = visit
  const webhook = await findOwnWebhook(visit)
  const { id, family } = webhook
  const set = setOf(visit, webhook)
  const refuse = async (problem: WebhookProblem): Promise<Answer> => ({
    ...(await showWebhook(visit, webhook, { problem, fields })),
    status: 422,
  })
  const typed = typedHeader(fields, webhook.headerTitle)
  if (typeof typed === 'string' && typed !== 'kept') return refuse(typed)
  const request = await read(visit, family, fields, await headerFor(visit, webhook, typed))
  if (request === undefined) return refuse('url')
  const details = detailsOf(request)
  const changed = await orUndefined(
    replaceWebhook(app, set, id, request, (tx) =>
      recordDone(visit, { what: 'replace_webhook', onKind: 'webhook', onId: id, details }, tx),
    ),
  )
  if (changed === undefined) return refuse('exists')
  return { goTo: visit.address(`webhooks/${id}`, { done: 'replaced' }) }
}

/** Removes a webhook after a confirmation. */
export async function submitRemove(visit: Visit, fields: Fields): Promise<Answer> {
  const { texts } = visit.words
  const webhook = await findOwnWebhook(visit)
  const { id, url } = webhook
  if (!isConfirmed(fields)) {
    const [sentence, label] = [texts.askRemoveWebhook(leftToRight(url)), texts.removeWebhook]
    return askPage(visit, { title: label, sentence, label, to: `webhooks/${id}/remove`, back: `webhooks/${id}` })
  }
  const details = { host: hostOf({ url }) }
  await removeWebhook(visit.app, setOf(visit, webhook), id, (tx) =>
    recordDone(visit, { what: 'remove_webhook', onKind: 'webhook', onId: id, details }, tx),
  )
  return { goTo: visit.address('webhooks', { done: 'removed' }) }
}

/** Enables a disabled webhook. */
export async function submitEnable(visit: Visit): Promise<Answer> {
  const { app, session } = visit
  const { id, url, disabledAt } = await findOwnWebhook(visit)
  if (disabledAt !== null) {
    await enableWebhook(app, session.merchantId, id, (tx) =>
      recordDone(
        visit,
        { what: 'enable_webhook', onKind: 'webhook', onId: id, details: { host: hostOf({ url }) } },
        tx,
      ),
    )
  }
  return { goTo: visit.address(`webhooks/${id}`, { done: 'enabled' }) }
}

// Undefined if the address may not be registered. The header is checked first.
function read(
  { app }: Visit,
  family: WebhookFamily,
  fields: Fields,
  header: WebhookHeader | null | undefined,
): Promise<WebhookRequest | undefined> {
  const url = (fields['url'] ?? '').trim()
  return orUndefined(readWebhook(app, family, { url, ...(header !== undefined && { header }) }))
}

// An update without a header removes the header of a dispute webhook. So a header that stays is sent again.
async function headerFor(
  visit: Visit,
  webhook: OwnWebhook,
  typed: Exclude<TypedHeader, WebhookProblem>,
): Promise<WebhookHeader | null | undefined> {
  if (typed !== 'kept') return typed.header
  if (webhook.family === 'payment') return undefined
  return (await getWebhook(visit.app, setOf(visit, webhook), webhook.id)).header
}

async function whyNot(visit: Visit, { storeId, family }: WebhookSet, request: WebhookRequest): Promise<WebhookProblem> {
  const others = (await listOwnWebhooks(visit)).filter((one) => one.storeId === storeId && one.family === family)
  const isThere = others.some(({ normalisedUrl }) => normalisedUrl === request.address.normalisedUrl)
  return !isThere && others.length >= maxWebhooks ? 'tooMany' : 'exists'
}

async function orUndefined<T>(tried: Promise<T>): Promise<T | undefined> {
  try {
    return await tried
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'bad_data') return undefined
    throw error
  }
}

function detailsOf({ address }: WebhookRequest): { readonly host: string } {
  return { host: hostOf(address) }
}
