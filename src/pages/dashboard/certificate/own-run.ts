import { parseId } from '../../../platform/base/ids.ts'
import type { CertificateKey } from '../../../rehearsal/certificate/certificate-runner.ts'
import type { Visit } from '../page.ts'
import { refusals } from '../refusals.ts'

/** The run that the address names. Refuses with 404 what is no UUID. */
export function runKeyOf({ actor, request }: Visit): CertificateKey {
  const id = parseId((request.params as Record<string, string>)['run'] ?? '')
  if (id === undefined) throw refusals.noSuchPage()
  return { merchantId: actor.merchantId, isTest: actor.isTest, id }
}

/** The page of a run, below the mode. */
export function pageOfRun(id: string): string {
  return `developers/certificate/${id}`
}
