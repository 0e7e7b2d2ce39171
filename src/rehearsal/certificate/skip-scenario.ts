import type { App } from '../../platform/app/app.ts'
import { refusals } from '../refusals.ts'
import { currentScenario } from './certificate.ts'
import type { CertificateKey } from './certificate-runner.ts'
import type { ScenarioName } from './facts.ts'
import { getCertificate } from './get-certificate.ts'
import { askCertificate } from './store.ts'
import { untilCertificate } from './until-certificate.ts'

/**
 * Has the run wait no longer for a session in this scenario, and answers when it does not; nothing happens where it waits for none in it.
 * Refuses an unknown id, and with 409 where whoever is at the run does not come to it within 40 seconds.
 */
export async function skipScenario(app: App, key: CertificateKey, name: ScenarioName): Promise<void> {
  const { merchantId, isTest, id } = key
  await getCertificate(app, key, id)
  await app.db.run(askCertificate, { merchantId, isTest, id, asked: name })
  const gone = await untilCertificate(app, key, (run) => {
    const scenario = currentScenario(run)
    return scenario?.name !== name || scenario.phase !== 'waiting'
  })
  if (gone === undefined) throw refusals.certificateBusy()
}
