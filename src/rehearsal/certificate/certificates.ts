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

/** Returns a run. Refuses with 404 a run of another merchant or mode. */
export async function getCertificate(app: App, { merchantId, isTest }: MerchantMode, id: string): Promise<Certificate> {
  const [row] = await app.db.run(store.findCertificate, { merchantId, isTest, id })
  if (row === undefined) throw refusals.noSuchCertificate()
  return store.certificateFrom(row)
}

/** Returns the merchant's newest runs in this mode, newest first, at most `limit`. Their checks have no findings. */
export async function listCertificates(
  app: App,
  { merchantId, isTest }: MerchantMode,
  limit: number,
): Promise<Certificate[]> {
  return (await app.db.run(store.listCertificates, { merchantId, isTest, limit })).map(store.certificateFrom)
}

const pollMs = 20
/** Interval of attempts to take over the run, which take two statements. */
const takeMs = second
/** Covers a step, or the rest of a dead process's lease. */
export const usualPatienceMs = 40 * second

/** Waits until `isReached` holds, and returns the run; undefined after `patienceMs`. Refuses an unknown id. */
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
    // A stopping service advances no runs.
    const now = performance.now()
    if (now >= endsAt || runnerOf(app).isStopping) return undefined
    if (now < takesAt) continue
    runnerOf(app).take(key)
    takesAt = now + takeMs
  }
}

/**
 * Stops waiting for a session in this scenario, and returns once the run does not wait any more. Does nothing if it is
 * not waiting in this scenario. Refuses an unknown id, and refuses with 409 if the run does not react within 40
 * seconds.
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
 * Finishes the run with what was observed, and undoes its changes. Refuses an unknown id, and refuses with 409 if the
 * run does not react in time; it ends nevertheless. Safe to repeat.
 */
export async function stopCertificate(app: App, key: CertificateKey, patienceMs = usualPatienceMs): Promise<void> {
  const { merchantId, isTest, id } = key
  await getCertificate(app, key, id)
  await app.db.run(store.saveRequest, { merchantId, isTest, id, asked: 'stop' })
  const finished = await waitForCertificate(app, key, ({ status }) => status === 'finished', patienceMs)
  if (finished === undefined) throw refusals.certificateBusy()
}

const resumeBatch = 20

/** Takes over runs whose lease has ended. Returns their number. */
export async function resumeCertificates(app: App): Promise<number> {
  const left = await app.db.run(store.listLeftCertificates, { limit: resumeBatch })
  for (const { merchant_id: merchantId, id, is_test: isTest } of left) runnerOf(app).take({ merchantId, id, isTest })
  return left.length
}

/** Ends the open run of the merchant and mode, undoes its changes in any case, and removes all runs. */
export async function removeCertificates(app: App, scope: MerchantMode, patienceMs = usualPatienceMs): Promise<void> {
  const { merchantId, isTest } = scope
  const findOpen = () => app.db.run(store.findOpenCertificate, { merchantId, isTest })
  for (const { id } of await findOpen()) {
    await stopCertificate(app, { merchantId, isTest, id }, patienceMs).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }
  // Removing an open run ends it, so its changes are undone first.
  for (const { rehearsal } of await findOpen()) await restoreRules(app, scope, rehearsal.ownRules)
  await app.db.run(store.deleteCertificates, { merchantId, isTest })
}

/** Restores the risk rules that open runs have changed, and removes the runs of all merchants. */
export async function leaveCertificates(app: App): Promise<void> {
  for (const { merchant_id: merchantId, is_test: isTest, rehearsal } of await app.db.run(
    store.listOpenCertificates,
    {},
  )) {
    await restoreRules(app, { merchantId, isTest }, rehearsal.ownRules)
  }
  await app.db.run(store.deleteAllCertificates, {})
}
