import type { App } from '../../platform/app/app.ts'
import { restoreRules } from './restore-rules.ts'
import * as store from './store.ts'

/** Puts back what open runs have changed of merchants' risk rules, and removes all runs, of all merchants. */
export async function leaveCertificates(app: App): Promise<void> {
  for (const { merchant_id: merchantId, is_test: isTest, rehearsal } of await app.db.run(
    store.listOpenCertificates,
    {},
  )) {
    await restoreRules(app, { merchantId, isTest }, rehearsal.ownRules)
  }
  await app.db.run(store.deleteAllCertificates, {})
}
