import type { App } from '../../platform/app/app.ts'
import { refusals } from '../refusals.ts'
import type { CertificateKey } from './certificate-runner.ts'
import { getCertificate } from './get-certificate.ts'
import { askCertificate } from './store.ts'
import { untilCertificate, usualPatienceMs } from './until-certificate.ts'

/**
 * Ends the run with what it has seen, and what was changed for it is put back. Refuses an unknown id, and with 409 where whoever is at it does not
 * come to it in time: it ends all the same. Again changes nothing.
 */
export async function stopCertificate(app: App, key: CertificateKey, patienceMs = usualPatienceMs): Promise<void> {
  const { merchantId, isTest, id } = key
  await getCertificate(app, key, id)
  await app.db.run(askCertificate, { merchantId, isTest, id, asked: 'stop' })
  const finished = await untilCertificate(app, key, ({ status }) => status === 'finished', patienceMs)
  if (finished === undefined) throw refusals.certificateBusy()
}
