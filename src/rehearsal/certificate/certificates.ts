import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../platform/app/app.ts'
import { Refusal } from '../../platform/base/refusals.ts'
import { second } from '../../platform/base/times.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import { type Certificate, currentScenario } from './certificate.ts'
import { type CertificateKey, runnerOf } from './certificate-runner.ts'
import type { ScenarioName } from './facts.ts'
import { restoreRules } from './merchant-rules.ts'
import * as store from './store.ts'

/** The run as it is at this moment. Refuses with 404 one of another merchant or of the other mode. */
export async function getCertificate(app: App, { merchantId, isTest }: MerchantMode, id: string): Promise<Certificate> {
  const [row] = await app.db.run(store.findCertificate, { merchantId, isTest, id })
  if (row === undefined) throw refusals.noSuchCertificate()
  return store.certificateFrom(row)
}

/** The newest runs of a merchant in this mode, the newest first, at most so many; their checks come without findings. */
export async function listCertificates(
  app: App,
  { merchantId, isTest }: MerchantMode,
  limit: number,
): Promise<Certificate[]> {
  return (await app.db.run(store.listCertificates, { merchantId, isTest, limit })).map(store.certificateFrom)
}

const pollMs = 20
/** Whether whoever is at it has died is looked for no more often: that takes two statements. */
const takeMs = second
/** Whoever is at it answers within a step; one who has died has a lease to its end. */
export const usualPatienceMs = 40 * second

/** The run once it is as wanted; undefined where it is not in time. Refuses an unknown id. */
export async function waitForCertificate(
  app: App,
  key: CertificateKey,
  isReached: (run: Certificate) => boolean,
  patienceMs = usualPatienceMs,
): Promise<Certificate | undefined> {
  const endsAt = performance.now() + patienceMs
  for (let takesAt = 0; ; await pause(pollMs)) {
    const run = await getCertificate(app, key, key.id)
    if (isReached(run)) return run
    // Where the service stops nobody is left to go on with it here.
    const now = performance.now()
    if (now >= endsAt || runnerOf(app).isStopping) return undefined
    if (now < takesAt) continue
    runnerOf(app).take(key)
    takesAt = now + takeMs
  }
}

/**
 * Has the run wait no longer for a session in this scenario, and answers when it does not; nothing happens where it waits for none in it.
 * Refuses an unknown id, and with 409 where whoever is at the run does not come to it within 40 seconds.
 */
export async function skipScenario(app: App, key: CertificateKey, name: ScenarioName): Promise<void> {
  const { merchantId, isTest, id } = key
  await getCertificate(app, key, id)
  await app.db.run(store.saveRequest, { merchantId, isTest, id, asked: name })
  const gone = await waitForCertificate(app, key, (run) => {
    const scenario = currentScenario(run)
    return scenario?.name !== name || scenario.phase !== 'waiting'
  })
  if (gone === undefined) throw refusals.certificateBusy()
}

/**
 * Ends the run with what it has seen, and what was changed for it is put back. Refuses an unknown id, and with 409 where whoever is at it does not
 * come to it in time: it ends all the same. Again changes nothing.
 */
export async function stopCertificate(app: App, key: CertificateKey, patienceMs = usualPatienceMs): Promise<void> {
  const { merchantId, isTest, id } = key
  await getCertificate(app, key, id)
  await app.db.run(store.saveRequest, { merchantId, isTest, id, asked: 'stop' })
  const finished = await waitForCertificate(app, key, ({ status }) => status === 'finished', patienceMs)
  if (finished === undefined) throw refusals.certificateBusy()
}

const resumeBatch = 20

/** Has this process go on with runs that nobody is at any more. Answers how many there were. */
export async function resumeCertificates(app: App): Promise<number> {
  const left = await app.db.run(store.listLeftCertificates, { limit: resumeBatch })
  for (const { merchant_id: merchantId, id, is_test: isTest } of left) runnerOf(app).take({ merchantId, id, isTest })
  return left.length
}

/** Ends the run that is open in this mode of the merchant, puts back in any case what it has changed, and removes all. */
export async function removeCertificates(app: App, scope: MerchantMode, patienceMs = usualPatienceMs): Promise<void> {
  const { merchantId, isTest } = scope
  const findOpen = () => app.db.run(store.findOpenCertificate, { merchantId, isTest })
  for (const { id } of await findOpen()) {
    await stopCertificate(app, { merchantId, isTest, id }, patienceMs).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }
  // One that has not ended is ended by its removal.
  for (const { rehearsal } of await findOpen()) await restoreRules(app, scope, rehearsal.ownRules)
  await app.db.run(store.deleteCertificates, { merchantId, isTest })
}

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
