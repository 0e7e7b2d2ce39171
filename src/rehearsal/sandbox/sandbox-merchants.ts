import type { App } from '../../platform/app/app.ts'
import { type Bulkhead, newBulkhead } from '../../platform/base/bulkhead.ts'
import { tooManyRequests } from '../../platform/base/refusals.ts'
import { minute } from '../../platform/base/times.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type NewMerchant, type OpenedMerchant, openMerchant } from '../../platform/merchants/open-merchant.ts'
import { addSandboxAdmin } from '../../platform/people/demo/add-sandbox-admin.ts'
import { sandboxPassword } from '../../platform/people/demo/demo-people.ts'
import { removePeopleOf } from '../../platform/people/demo/remove-people-of.ts'
import type { WebhookRequest } from '../../platform/webhooks/endpoints/read-webhook.ts'
import { registerWebhook } from '../../platform/webhooks/endpoints/register-webhook.ts'
import { rotateSigningSecret } from '../../platform/webhooks/secrets/rotate-signing-secret.ts'
import type { SigningStore } from '../../platform/webhooks/webhook.ts'
import * as store from './store.ts'

/** So many merchants that were made without a key a sandbox has; to make more, the oldest unused ones go. */
const maxMerchants = 10_000

/** A hundredth goes at a time, so that not every new merchant has to look for old ones. */
const retiredPart = 100
const retryAfterSeconds = 60

/**
 * Whoever makes a merchant holds a lock, and on a store in shards those of the copies on every node, for as long as it takes. So a process makes one
 * after the other: who waits does so here, first come first served, and neither on a connection nor until the lock is given up (docs/decisions/0041-nobody-waits-for-a-lock.md).
 */
const limits = { maxInFlight: 1, maxQueued: 100 }
const bulkheads = new WeakMap<Db, Bulkhead>()

export interface SandboxMerchant extends OpenedMerchant {
  /** With what one gets into its dashboard. */
  readonly dashboard: { readonly email: string; readonly password: string }
}

/**
 * Makes a merchant and its admin for whoever asks, exactly as many as there may be, however many ask at once: when there are too many, the
 * oldest that nobody has used lose their keys. One that has a payment, a webhook or a signing secret that it was not made with, risk rules or an
 * upload, or whose clock was moved, never does. Refuses with 429 when all are used, or when a
 * hundred wait for their turn.
 */
export async function makeMerchant(app: App, request: NewMerchant, max = maxMerchants): Promise<SandboxMerchant> {
  let email = ''
  const bulkhead = bulkheads.get(app.db) ?? newBulkhead(limits)
  bulkheads.set(app.db, bulkhead)
  const make = (): Promise<OpenedMerchant> =>
    openMerchant(app, { ...request, origin: 'sandbox' }, async (tx, merchantId) => {
      await makeRoom(app, tx, max)
      email = await addSandboxAdmin(tx, merchantId, app.clock.now())
    })
  const opened = await bulkhead.run('merchants', make)
  return { ...opened, dashboard: { email, password: sandboxPassword } }
}

async function makeRoom(app: App, tx: Tx, max: number): Promise<void> {
  await tx.run(store.lockSandboxMerchants, {})
  const [counted] = await tx.run(store.countSandboxMerchants, {})
  const tooMany = (counted?.merchants ?? 0) - max + 1
  if (tooMany <= 0) return
  const limit = Math.max(tooMany, Math.ceil(max / retiredPart))
  if (app.db.sharding !== undefined) throw tooManyRequests(retryAfterSeconds)
  const retired = await tx.run(store.retireUnusedMerchants, { limit, now: app.clock.now() })
  if (retired.length < tooMany) throw tooManyRequests(retryAfterSeconds)
}

const maxBatchSize = 500
/** No request that began with a merchant's key is under way any more when it was revoked so long ago. */
const lastUseMs = 5 * minute

/**
 * Removes merchants that lost their keys because nobody had used them. One that was being used in that very moment stays, without
 * keys. Answers how many there were.
 */
export async function removeRetiredMerchants(app: App): Promise<number> {
  // A cluster cannot look into shards for what it would remove on all nodes: there they stay.
  if (app.db.sharding !== undefined) return 0
  return app.db.transaction(async (tx) => {
    const removed = await tx.run(store.removeRetiredMerchants, {
      before: app.clock.now() - lastUseMs,
      limit: maxBatchSize,
    })
    const merchantIds = removed.map(({ merchant_id }) => merchant_id)
    await removePeopleOf(tx, merchantIds)
    await tx.run(store.forgetSandboxWebhooks, { merchantIds })
    return removed.length
  })
}

/** How a new merchant's store is to be told of its payments. */
export interface NoticeRequest {
  readonly webhook: WebhookRequest | undefined
  readonly isSigned: boolean
}

export interface AddedNotices {
  readonly webhook_id?: string
  readonly signing_secret?: string
}

/** Registers the webhooks of a merchant's stores in test mode, which a reset brings back, and turns signing on, as was asked for each store. */
export async function addNotices(
  app: App,
  { merchant: { merchantId }, stores }: SandboxMerchant,
  asked: readonly NoticeRequest[],
): Promise<AddedNotices[]> {
  const added: AddedNotices[] = []
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
  await app.db.run(store.saveSandboxWebhook, { merchantId, id, storeId, url, normalisedUrl })
  return id
}
