import { Refusal } from '../../../platform/base/refusals.ts'
import { currentScenario } from '../../../rehearsal/certificate/certificate.ts'
import {
  getCertificate,
  skipScenario,
  stopCertificate,
  waitForCertificate,
} from '../../../rehearsal/certificate/certificates.ts'
import { openCertificate } from '../../../rehearsal/certificate/open-certificate.ts'
import { readRequest } from '../../../rehearsal/certificate/read-request.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { pageOfRun, runKeyOf } from './own-run.ts'
import { readRun } from './typed-run.ts'
import { showCertificates } from './view-certificates.ts'

/** Begins a run, and goes to its page. While another one is open nothing is begun, which the page says. */
export async function submitBegin(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor } = visit
  const typed = readRun(fields)
  if (!('profile' in typed)) return { ...(await showCertificates(visit, { problems: typed, fields })), status: 422 }
  try {
    // Whether the merchant has risk rules its key would know: every process is told to look.
    const { id } = await openCertificate(app, { ...actor, hasRiskRules: false }, readRequest(typed))
    await recordDone(visit, { what: 'begin_certificate', onKind: 'certificate', onId: id })
    return { goTo: visit.address(pageOfRun(id)) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'conflict') throw error
    return { ...(await showCertificates(visit, { isOpenAlready: true, fields })), status: 409 }
  }
}

/** Waits no longer for a session in the scenario that the page showed; nothing where the run has gone on. */
export async function submitSkip(visit: Visit, fields: Fields): Promise<Answer> {
  const key = runKeyOf(visit)
  const { name, phase } = currentScenario(await getCertificate(visit.app, key, key.id)) ?? {}
  if (name !== undefined && name === fields['scenario'] && phase === 'waiting') {
    await skipScenario(visit.app, key, name)
    // The page has what is to be done next.
    await waitForCertificate(visit.app, key, ({ status }) => status !== 'running')
    await recordDone(visit, { what: 'skip_scenario', onKind: 'certificate', onId: key.id, details: { name } })
  }
  return { goTo: visit.address(pageOfRun(key.id)) }
}

/** Ends a run with what it has seen; one that is finished stays as it is. */
export async function submitStop(visit: Visit): Promise<Answer> {
  const key = runKeyOf(visit)
  const { status } = await getCertificate(visit.app, key, key.id)
  if (status !== 'finished') {
    await stopCertificate(visit.app, key)
    await recordDone(visit, { what: 'stop_certificate', onKind: 'certificate', onId: key.id })
  }
  return { goTo: visit.address(pageOfRun(key.id)) }
}
