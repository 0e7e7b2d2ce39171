import type { App } from '../../app/app.ts'
import type { MerchantId, StoreId, WebhookId } from '../../base/ids.ts'
import type { Queryable, WithChange } from '../../db/db.ts'
import type { MerchantMode } from '../../merchants/caller.ts'
import type { SandboxRemains } from '../../merchants/sandbox-remains.ts'
import { refusalsOf } from '../refusals.ts'
import { listWebhooksOfSandbox, removeWebhooksOfSandbox } from '../store/sandbox.ts'
import {
  deleteModeWebhooks,
  deleteWebhook,
  disableWebhookByHand,
  enableWebhook as enable,
  findWebhookRow,
  insertPlainWebhooks,
  listMerchantWebhookRows,
  listWebhookRows,
  listWebhookRowsOfStore,
  type WebhookRow,
} from '../store/webhooks.ts'
import type { StoreWebhooks, Webhook, WebhookSet } from '../webhook.ts'
import type { WebhookHeader } from './header.ts'

/** Returns one webhook of the set. Refuses an unknown id. Throws if its header cannot be decrypted. */
export async function getWebhook(app: App, set: WebhookSet, id: WebhookId): Promise<Webhook> {
  const [row] = await app.db.run(findWebhookRow, { ...set, id })
  if (row === undefined) throw refusalsOf[set.family].unknown()
  return openWebhook(app, set.merchantId, row)
}

/** Returns the webhooks of the set in the order of registration. Throws if a header cannot be decrypted. */
export async function listWebhooks(app: App, set: WebhookSet): Promise<Webhook[]> {
  return (await app.db.run(listWebhookRows, set)).map((row) => openWebhook(app, set.merchantId, row))
}

/** Returns the webhooks that are notified of a store, in the order of registration. Throws as `listWebhooks` does. */
export async function listWebhooksOfStore(app: App, of: StoreWebhooks): Promise<Webhook[]> {
  return (await app.db.run(listWebhookRowsOfStore, of)).map((row) => openWebhook(app, of.merchantId, row))
}

/** A webhook for the operator, without the header's value, which is the merchant's secret. */
type MerchantWebhook = Omit<Webhook, 'header'> & { readonly headerTitle: string | null }

/** Returns every webhook of a merchant: all stores, both families and both modes. */
export async function listMerchantWebhooks(app: App, merchantId: MerchantId): Promise<MerchantWebhook[]> {
  const rows = await app.db.run(listMerchantWebhookRows, { merchantId })
  return rows.map((row) => ({ ...plainWebhook(row), headerTitle: row.header_title }))
}

/**
 * Enables a disabled webhook for events from now on. `also`: extra writes in the same transaction. Refuses an
 * unknown id.
 */
export async function enableWebhook(app: App, merchantId: MerchantId, id: WebhookId, also?: WithChange): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [row] = await tx.run(enable, { merchantId, id })
    if (row === undefined) throw refusalsOf.payment.unknown()
    await also?.(tx)
  })
}

/** Disables a webhook by hand; its waiting deliveries are dropped. Refuses an unknown id. */
export async function disableWebhook(app: App, merchantId: MerchantId, id: WebhookId): Promise<void> {
  const [row] = await app.db.run(disableWebhookByHand, { merchantId, id, at: app.clock.now() })
  if (row === undefined) throw refusalsOf.payment.unknown()
}

/**
 * Removes a webhook; its waiting deliveries are dropped. `also`: extra writes in the same transaction. Refuses an
 * unknown id.
 */
export async function removeWebhook(app: App, set: WebhookSet, id: WebhookId, also?: WithChange): Promise<void> {
  const remove = async (on: Queryable): Promise<void> => {
    const removed = await on.run(deleteWebhook, { ...set, id })
    if (removed.length === 0) throw refusalsOf[set.family].unknown()
  }
  // Without extra writes one statement is enough, and no connection is held.
  if (also === undefined) return remove(app.db)
  await app.db.transaction(async (tx) => {
    await remove(tx)
    await also(tx)
  })
}

/** A payment webhook without a header. */
export interface PlainWebhook {
  readonly id: WebhookId
  readonly storeId: StoreId
  readonly url: string
  readonly normalisedUrl: string
}

/** Replaces all webhooks of a merchant's mode, of both families, by these. */
export async function replaceModeWebhooks(
  app: App,
  { merchantId, isTest }: MerchantMode,
  webhooks: readonly PlainWebhook[],
): Promise<void> {
  const rows = webhooks.map(({ id, storeId, url, normalisedUrl }) => ({
    ...{ id, store_id: storeId, url, normalised_url: normalisedUrl },
  }))
  await app.db.transaction(async (tx) => {
    await tx.run(deleteModeWebhooks, { merchantId, isTest })
    await tx.run(insertPlainWebhooks, { merchantId, isTest, webhooks: rows, createdAt: app.clock.now() })
  })
}

/** Webhooks that were registered in a sandbox. Their waiting deliveries are not sent. */
export const sandboxWebhooks: SandboxRemains = {
  one: 'webhook',
  many: 'webhooks',
  done: 'removed',
  list: ({ db }, isUnmarkedToo) => db.run(listWebhooksOfSandbox, { isUnmarkedToo }),
  async remove({ db }, isUnmarkedToo) {
    for (const { merchant_id: merchantId } of await db.run(listWebhooksOfSandbox, { isUnmarkedToo })) {
      await db.run(removeWebhooksOfSandbox, { merchantId, isUnmarkedToo })
    }
  },
}

/** Returns the webhook of a row, with its header's value decrypted. Throws if it cannot be decrypted. */
export function openWebhook(app: App, merchantId: MerchantId, row: WebhookRow): Webhook {
  return { ...plainWebhook(row), header: openHeader(app, merchantId, row) }
}

/** Returns the decrypted header of a row; null without one. Throws if it cannot be decrypted. */
export function openHeader(app: App, merchantId: MerchantId, row: WebhookRow): WebhookHeader | null {
  const { header_title: title, header_value: value } = row
  return title === null || value === null ? null : { title, value: app.secrets.decrypt(value, merchantId) }
}

/** Returns the webhook of a row without its header. */
export function plainWebhook(row: WebhookRow): Omit<Webhook, 'header'> {
  return {
    id: row.id,
    family: row.family as Webhook['family'],
    storeId: row.store_id,
    isTest: row.is_test,
    url: row.url,
    normalisedUrl: row.normalised_url,
    createdAt: row.created_at,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason as Webhook['disabledReason'],
  }
}
