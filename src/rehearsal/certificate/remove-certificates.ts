import type { App } from '../../platform/app/app.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import { restoreRules } from './restore-rules.ts'
import { stopCertificate } from './stop-certificate.ts'
import * as store from './store.ts'
import { usualPatienceMs } from './until-certificate.ts'

/** Ends the run that is open in this mode of the merchant, puts back in any case what it has changed, and removes all. */
export async function removeCertificates(app: App, whose: MerchantMode, patienceMs = usualPatienceMs): Promise<void> {
  const { merchantId, isTest } = whose
  const findOpen = () => app.db.run(store.findOpenCertificate, { merchantId, isTest })
  for (const { id } of await findOpen()) {
    await stopCertificate(app, { merchantId, isTest, id }, patienceMs).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }
  // One that has not ended is ended by its removal.
  for (const { rehearsal } of await findOpen()) await restoreRules(app, whose, rehearsal.ownRules)
  await app.db.run(store.deleteCertificates, { merchantId, isTest })
}
