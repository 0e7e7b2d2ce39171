import { listCertificates } from '../../../rehearsal/certificate/certificates.ts'
import type { Answer, Visit } from '../page.ts'
import { storeTimesOf } from '../store-times.ts'
import type { SaidOfBeginning } from './typed-run.ts'
import { certificatesPage, listedRuns } from './views/certificates.ts'

/** The newest runs, and the form that begins one. */
export function viewCertificates(visit: Visit): Promise<Answer> {
  return showCertificates(visit, {})
}

/** That page, with what it says of the form that was sent to it. */
export async function showCertificates(visit: Visit, said: SaidOfBeginning): Promise<Answer> {
  const { app, actor } = visit
  const [runs, times] = await Promise.all([listCertificates(app, actor, listedRuns), storeTimesOf(visit)])
  return certificatesPage(visit, { runs, times, said })
}
