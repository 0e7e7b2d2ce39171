import type { App } from '../../platform/app/app.ts'
import { type Bulkhead, newBulkhead } from '../../platform/base/bulkhead.ts'
import { tooManyRequests } from '../../platform/base/refusals.ts'
import { minute } from '../../platform/base/times.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type NewMerchant, type OpenedMerchant, openMerchant } from '../../platform/merchants/open-merchant.ts'
import { sandboxPassword } from '../../platform/people/demo-people.ts'
import { addSandboxAdmin, removePeopleOfMerchants } from '../../platform/people/sandbox-people.ts'
import type { WebhookRequest } from '../../platform/webhooks/endpoints/read-webhook.ts'
import { registerWebhook } from '../../platform/webhooks/endpoints/register-webhook.ts'
import { rotateSigningSecret } from '../../platform/webhooks/secrets/rotate-signing-secret.ts'
import type { SigningStore } from '../../platform/webhooks/webhook.ts'
import * as store from './store.ts'

/** Most merchants that were made without a key. Beyond it, the oldest unused ones are retired. */
const maxMerchants = 10_000

/** Retires a hundredth at a time, so that not every new merchant has to search for unused ones. */
const retiredPart = 100
const retryAfterSeconds = 60

/**
 * Making a merchant holds a lock, on a sharded store one per node. So each process makes one at a time. Others wait in
 * this queue, in order, without holding a connection or waiting for the lock
 * (docs/decisions/0041-nobody-waits-for-a-lock.md).
 */
const limits = { maxInFlight: 1, maxQueued: 100 }
const bulkheads = new WeakMap<Db, Bulkhead>()

export interface SandboxMerchant extends OpenedMerchant {
  /** Login of its dashboard. */
  readonly dashboard: { readonly email: string; readonly password: string }
}

/**
 * Makes a merchant and its admin without a key. The limit holds exactly, also for concurrent calls: beyond it the
 * oldest unused merchants lose their keys. A merchant is used if it has a payment, a later webhook or signing secret,
 * risk rules, an attachment or an advanced clock. Refuses with 429 if all are used, or if a hundred calls already wait.
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
/** A request that began before a key was revoked has ended after this time. */
const lastUseMs = 5 * minute

/**
 * Removes retired merchants. One that was used at that very moment stays, without keys. Returns the number of removed
 * merchants.
 */
export async function removeRetiredMerchants(app: App): Promise<number> {
  // A cluster cannot compare reference tables with shards in one statement, so retired merchants stay there.
  if (app.db.sharding !== undefined) return 0
  return app.db.transaction(async (tx) => {
    const removed = await tx.run(store.removeRetiredMerchants, {
      before: app.clock.now() - lastUseMs,
      limit: maxBatchSize,
    })
    const merchantIds = removed.map(({ merchant_id }) => merchant_id)
    await removePeopleOfMerchants(tx, merchantIds)
    await tx.run(store.forgetSandboxWebhooks, { merchantIds })
    return removed.length
  })
}

/** Notification settings of a new merchant's store. */
export interface NoticeRequest {
  readonly webhook: WebhookRequest | undefined
  readonly isSigned: boolean
}

export interface AddedNotices {
  readonly webhook_id?: string
  readonly signing_secret?: string
}

/**
 * Registers webhooks of the merchant's stores in test mode, and turns on signing, as requested for each store. A reset
 * brings these webhooks back.
 */
export async function addNotices(
  app: App,
  { merchant: { merchantId }, stores }: SandboxMerchant,
  requests: readonly NoticeRequest[],
): Promise<AddedNotices[]> {
  const added: AddedNotices[] = []
  for (const [index, { id: storeId }] of stores.entries()) {
    const { webhook, isSigned = false } = requests[index] ?? {}
    added.push({
      ...(webhook && { webhook_id: await addWebhook(app, merchantId, storeId, webhook) }),
      ...(isSigned && { signing_secret: await addFirstSecret(app, { merchantId, storeId }) }),
    })
  }
  return added
}

// The secret gets the store's id, by which `retireUnusedMerchants` recognizes it as made without a key.
function addFirstSecret(app: App, of: SigningStore): Promise<string> {
  return rotateSigningSecret(app, of, 0, of.storeId)
}

async function addWebhook(app: App, merchantId: string, storeId: string, request: WebhookRequest): Promise<string> {
  const { id } = await registerWebhook(app, { merchantId, storeId, isTest: true, family: 'payment' }, request)
  const { url, normalisedUrl } = request.address
  await app.db.run(store.saveSandboxWebhook, { merchantId, id, storeId, url, normalisedUrl })
  return id
}
