import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { drawBadge } from '../../../rehearsal/certificate/badge.ts'
import { getCertificate } from '../../../rehearsal/certificate/certificates.ts'
import { certificateWire } from '../../../rehearsal/certificate/wire.ts'
import type { Answer, Visit } from '../page.ts'
import { storeTimesOf } from '../store-times.ts'
import { runKeyOf } from './own-run.ts'
import { certificatePage } from './views/certificate.ts'

/** A run as it is: the same document that the API answers (docs/contract/integrators.md#certificate). */
export async function viewCertificate(visit: Visit): Promise<Answer> {
  const { app } = visit
  const key = runKeyOf(visit)
  const run = await getCertificate(app, key, key.id)
  const [stores, times] = await Promise.all([listStores(app, key.merchantId), storeTimesOf(visit)])
  return certificatePage(visit, { run: certificateWire(run, stores).certificate, times })
}

/** The badge of a run, as a picture. */
export async function viewBadge(visit: Visit): Promise<Answer> {
  const key = runKeyOf(visit)
  const body = Buffer.from(drawBadge(await getCertificate(visit.app, key, key.id)))
  return { file: { name: `qist-certificate-${key.id}.svg`, type: 'image/svg+xml; charset=utf-8', body } }
}
