import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../platform/app/app.ts'
import { second } from '../../platform/base/times.ts'
import type { Certificate } from './certificate.ts'
import { type CertificateKey, runnerOf } from './certificate-runner.ts'
import { getCertificate } from './get-certificate.ts'

const pollMs = 20
/** Whether whoever is at it has died is looked for no more often: that takes two statements. */
const takeMs = second
/** Whoever is at it answers within a step; one who has died has a lease to its end. */
export const usualPatienceMs = 40 * second

/** The run once it is as wanted; undefined where it is not in time. Refuses an unknown id. */
export async function untilCertificate(
  app: App,
  key: CertificateKey,
  isWanted: (run: Certificate) => boolean,
  patienceMs = usualPatienceMs,
): Promise<Certificate | undefined> {
  const endsAt = performance.now() + patienceMs
  for (let takesAt = 0; ; await pause(pollMs)) {
    const run = await getCertificate(app, key, key.id)
    if (isWanted(run)) return run
    // Where the service stops nobody is left to go on with it here.
    const now = performance.now()
    if (now >= endsAt || runnerOf(app).isStopping) return undefined
    if (now < takesAt) continue
    runnerOf(app).take(key)
    takesAt = now + takeMs
  }
}
