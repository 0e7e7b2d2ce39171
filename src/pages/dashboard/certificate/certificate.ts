import { Refusal } from '../../../platform/base/refusals.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { drawBadge } from '../../../rehearsal/certificate/badge.ts'
import { currentScenario } from '../../../rehearsal/certificate/certificate.ts'
import {
  getCertificate,
  listCertificates,
  skipScenario,
  stopCertificate,
  waitForCertificate,
} from '../../../rehearsal/certificate/certificates.ts'
import { openCertificate } from '../../../rehearsal/certificate/open-certificate.ts'
import { readRequest } from '../../../rehearsal/certificate/read-request.ts'
import { certificateWire } from '../../../rehearsal/certificate/wire.ts'
import type { Answer, Fields, Section, Visit } from '../page.ts'
import { storeTimesOf } from '../times.ts'
import { recordDone } from '../visit.ts'
import { pageOfRun, type RunFormNotice, readRun, runKeyOf } from './run.ts'
import { certificatePage } from './views/certificate.ts'
import { certificatesPage, listedRuns } from './views/certificates.ts'

const path = '/developers/certificate'
const see = { permission: 'see_developers', isRehearsal: true } as const
const act = { permission: 'act_as_developer', isRehearsal: true } as const

/** Certificate runs with the merchant's shop: begin, follow, and read the result. */
export const certificate: Section = {
  pages: [
    { path, ...see, view: viewCertificates },
    { path: `${path}/:run`, ...see, view: viewCertificate },
    { path: `${path}/:run/badge.svg`, ...see, isFile: true, view: viewBadge },
  ],
  forms: [
    { path: `${path}/begin`, ...act, submit: submitBegin },
    { path: `${path}/:run/skip`, ...act, submit: submitSkip },
    { path: `${path}/:run/stop`, ...act, submit: submitStop },
  ],
}

/** Shows the newest runs, and the form that begins one. */
export function viewCertificates(visit: Visit): Promise<Answer> {
  return showCertificates(visit, {})
}

/** Returns that page with the outcome of the form. */
export async function showCertificates(visit: Visit, notice: RunFormNotice): Promise<Answer> {
  const { app, actor } = visit
  const [runs, times] = await Promise.all([listCertificates(app, actor, listedRuns), storeTimesOf(visit)])
  return certificatesPage(visit, { runs, times, notice })
}

/** Shows a run: the document that the API answers (docs/contract/integrators.md#certificate). */
export async function viewCertificate(visit: Visit): Promise<Answer> {
  const { app } = visit
  const key = runKeyOf(visit)
  const run = await getCertificate(app, key, key.id)
  const [stores, times] = await Promise.all([listStores(app, key.merchantId), storeTimesOf(visit)])
  return certificatePage(visit, { run: certificateWire(run, stores).certificate, times })
}

/** Sends the badge of a run as an SVG file. */
export async function viewBadge(visit: Visit): Promise<Answer> {
  const key = runKeyOf(visit)
  const body = Buffer.from(drawBadge(await getCertificate(visit.app, key, key.id)))
  return { file: { name: `qist-certificate-${key.id}.svg`, type: 'image/svg+xml; charset=utf-8', body } }
}

/** Begins a run and redirects to its page. Shows an error if another run is open. */
export async function submitBegin(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor } = visit
  const typed = readRun(fields)
  if (!('profile' in typed)) return { ...(await showCertificates(visit, { problems: typed, fields })), status: 422 }
  try {
    // Only a key lookup knows whether the merchant has risk rules. `false` makes every process read them.
    const { id } = await openCertificate(app, { ...actor, hasRiskRules: false }, readRequest(typed))
    await recordDone(visit, { what: 'begin_certificate', onKind: 'certificate', onId: id })
    return { goTo: visit.address(pageOfRun(id)) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'conflict') throw error
    return { ...(await showCertificates(visit, { isOpenAlready: true, fields })), status: 409 }
  }
}

/** Skips the scenario that the page showed. Does nothing if the run is in another scenario by now. */
export async function submitSkip(visit: Visit, fields: Fields): Promise<Answer> {
  const key = runKeyOf(visit)
  const { name, phase } = currentScenario(await getCertificate(visit.app, key, key.id)) ?? {}
  if (name !== undefined && name === fields['scenario'] && phase === 'waiting') {
    await skipScenario(visit.app, key, name)
    // The page shows the next step.
    await waitForCertificate(visit.app, key, ({ status }) => status !== 'running')
    await recordDone(visit, { what: 'skip_scenario', onKind: 'certificate', onId: key.id, details: { name } })
  }
  return { goTo: visit.address(pageOfRun(key.id)) }
}

/** Ends a run with its results so far. Does nothing if the run is finished. */
export async function submitStop(visit: Visit): Promise<Answer> {
  const key = runKeyOf(visit)
  const { status } = await getCertificate(visit.app, key, key.id)
  if (status !== 'finished') {
    await stopCertificate(visit.app, key)
    await recordDone(visit, { what: 'stop_certificate', onKind: 'certificate', onId: key.id })
  }
  return { goTo: visit.address(pageOfRun(key.id)) }
}
