import { recountModeVisits } from '../../../money/checkout/figures/visit-figures.ts'
import { removeAttachments } from '../../../money/disputes/attachments/attachments.ts'
import { lockLedger } from '../../../money/ledger/seals.ts'
import { recountModePayments } from '../../../money/payments/counted-list/payment-counts.ts'
import { changeRisk } from '../../../money/risk/change-risk.ts'
import { removeDouble } from '../../../money/risk/doubles.ts'
import { getRisk } from '../../../money/risk/saved-settings.ts'
import type { App } from '../../../platform/app/app.ts'
import { second } from '../../../platform/base/times.ts'
import { longWork } from '../../../platform/db/limits.ts'
import type { DueWork } from '../../../platform/due/due.ts'
import type { Caller } from '../../../platform/merchants/caller.ts'
import { resetClock } from '../../../platform/merchants/clocks.ts'
import { isDelivering } from '../../../platform/webhooks/delivery/deliveries.ts'
import { replaceModeWebhooks } from '../../../platform/webhooks/endpoints/webhooks.ts'
import { removeCertificates } from '../../certificate/certificates.ts'
import { deleteMarkedDeliveriesOf } from '../../faults/deliveries/store.ts'
import { removeFaults } from '../../faults/faults.ts'
import { removeJournal } from '../../journal/removal.ts'
import { refusals } from '../../refusals.ts'
import { isPrepared } from '../production/sandbox-database.ts'
import { listSandboxWebhooks } from '../store.ts'
import { waitForWorkers, waitWhile } from '../wait-for-workers.ts'
import * as store from './store.ts'

/** Payments removed per transaction, so that locks are short. */
const paymentsAtOnce = 200
const rowsAtOnce = 5_000
/** Longest wait for running deliveries. */
const deliveringMs = 10 * second

/**
 * Resets a merchant in the caller's mode, and its clock. Keys, stores and signing stay, and the webhooks it was made
 * with come back (docs/contract/integrators.md#reset). Commits in pieces; the next reset completes one that was cut
 * off. Refuses if the database was never opened with its owner's rights.
 */
export async function resetMerchant(app: App, works: readonly DueWork[], caller: Caller): Promise<void> {
  const { merchantId, isTest } = caller
  const scope = { merchantId, isTest }
  if (!(await isPrepared(app.db))) throw refusals.notPrepared()
  await removeCertificates(app, scope)
  await removeFaults(app.db, scope)
  // Webhooks go first, so that nothing new is notified and due deliveries end without an attempt.
  await replaceModeWebhooks(app, scope, [])
  await waitForWorkers(app, works, caller)
  await waitWhile(() => isDelivering(app, scope), deliveringMs)
  await removeAll(app, caller)
  await app.db.run(deleteMarkedDeliveriesOf, scope)
  await app.db.transaction((tx) => removeJournal(tx, merchantId, isTest), longWork.resealMs)
  await recountModePayments(app, scope)
  await recountModeVisits(app, scope)
  await resetRisk(app, caller)
  await removeDouble(app, scope)
  await resetClock(app, merchantId)
  await replaceModeWebhooks(app, scope, isTest ? await listFirstWebhooks(app, merchantId) : [])
}

// Test mode has no disputes, and attachments belong to disputes.
async function removeAll(app: App, { merchantId, isTest }: Caller): Promise<void> {
  if (!isTest) {
    await repeat(() => app.db.run(store.removeDisputes, { merchantId, limit: rowsAtOnce }))
    await removeAttachments(app, merchantId)
  }
  await repeat(() =>
    app.db.transaction(async (tx) => {
      // Under this lock sealing and settling see a payment completely or not at all.
      await lockLedger(tx, merchantId)
      return tx.run(store.removePayments, { merchantId, isTest, limit: paymentsAtOnce })
    }),
  )
  await repeat(() => app.db.run(store.removeOthers, { merchantId, isTest, limit: rowsAtOnce }))
  await repeat(() => app.db.run(store.removeQuotas, { merchantId, isTest, limit: rowsAtOnce }))
  await app.db.transaction(async (tx) => {
    await lockLedger(tx, merchantId)
    await tx.run(store.remakeBooks, { merchantId, isTest })
  }, longWork.resealMs)
}

async function repeat(remove: () => Promise<readonly { readonly removed: number }[]>): Promise<void> {
  while (((await remove())[0]?.removed ?? 0) > 0);
}

// An operator sets rules of single stores, so they stay.
async function resetRisk(app: App, caller: Caller): Promise<void> {
  const { rules, blocked } = await getRisk(app.db, caller)
  if (Object.keys(rules).length + blocked.length === 0) return
  await changeRisk(app, caller, (current) => ({ ...current, rules: {}, blocked: [] }))
}

async function listFirstWebhooks(app: App, merchantId: string) {
  const rows = await app.db.run(listSandboxWebhooks, { merchantId })
  return rows.map(({ id, store_id: storeId, url, normalised_url: normalisedUrl }) => ({
    ...{ id, storeId, url, normalisedUrl },
  }))
}
