import type { App } from '../app/app.ts'
import { tooManyRequests } from '../base/refusals.ts'
import type { Tx } from '../db/db.ts'
import { type NewMerchant, type OpenedMerchant, openMerchant } from '../merchants/open-merchant.ts'
import { addSandboxAdmin } from '../people/demo/add-sandbox-admin.ts'
import { sandboxPassword } from '../people/demo/demo-people.ts'
import * as store from './store.ts'

/** So many merchants that were made without a key a sandbox has; to make more, the oldest unused ones go. */
const maxMerchants = 10_000

/** A hundredth goes at a time, so that not every new merchant has to look for old ones. */
const retiredPart = 100
const retryAfterSeconds = 60

export interface MadeMerchant extends OpenedMerchant {
  /** With what one gets into its dashboard. */
  readonly dashboard: { readonly email: string; readonly password: string }
}

/**
 * Makes a merchant and its admin for whoever asks, exactly as many as there may be, however many ask at once: when there are too many, the
 * oldest that nobody has used lose their keys. One that has a payment, a webhook or a signing secret that it was not made with, risk rules or an
 * upload, or whose clock was moved, never does. Refuses with 429 when all are used.
 */
export async function makeMerchant(app: App, request: NewMerchant, max = maxMerchants): Promise<MadeMerchant> {
  let email = ''
  const opened = await openMerchant(app, { ...request, origin: 'sandbox' }, async (tx, merchantId) => {
    await makeRoom(app, tx, max)
    email = await addSandboxAdmin(tx, merchantId, app.clock.now())
  })
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
