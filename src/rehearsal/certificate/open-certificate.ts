import type { App } from '../../platform/app/app.ts'
import { newSecretId } from '../../platform/base/ids.ts'
import { tooManyRequests } from '../../platform/base/refusals.ts'
import { version } from '../../platform/base/version.ts'
import type { Orderer } from '../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import type { Certificate } from './certificate.ts'
import { leaseMs, runnerOf } from './certificate-runner.ts'
import { getCertificate, waitForCertificate } from './certificates.ts'
import type { Profile, ScenarioName } from './facts.ts'
import { judgeRun } from './judge-run.ts'
import { watchRules } from './merchant-rules.ts'
import type { Pace, Rehearsal } from './rehearsal.ts'
import { isRefused, scenariosOf } from './scenes.ts'
import * as store from './store.ts'

export interface CertificateRequest {
  readonly profile: Profile
  /** Scenarios in playing order. Undefined: all that the mode can exercise. */
  readonly names: readonly ScenarioName[] | undefined
  readonly seed: number
  readonly pace: Pace
  /** Whether the client restarts the shop when it is due. */
  readonly canRestart: boolean
}

type CompleteRequest = CertificateRequest & { readonly names: readonly ScenarioName[] }

/** The owner of a run, and whether the merchant is known to have risk rules. */
type RunOwner = Pick<Orderer, 'merchantId' | 'isTest' | 'hasRiskRules'>

const retryAfterSeconds = 60
/** Stored runs per merchant and mode; the newest stay. */
const kept = 100

/**
 * Begins a run with the shop of the caller's merchant and mode, and returns it once it waits for a session. A session
 * opened from then on belongs to the first scenario. Refuses while another run is open, and refuses with 429 while this
 * process plays fifty.
 */
export async function openCertificate(app: App, caller: RunOwner, request: CertificateRequest): Promise<Certificate> {
  const { merchantId, isTest } = caller
  const key = { merchantId, isTest, id: newSecretId() }
  if (runnerOf(app).isFull) throw tooManyRequests(retryAfterSeconds)
  const names = request.names ?? scenariosOf(isTest, request.canRestart)
  if (names.some(isRefused) && !caller.hasRiskRules) await watchRules(app, key)
  const run = await newCertificate(app, caller, key.id, { ...request, names })
  const { owner } = runnerOf(app)
  const { profile, seed, rehearsal, startedAt } = run
  const row = {
    ...key,
    profile,
    seed,
    rehearsal,
    startedAt,
    owner,
    leaseMs,
    // Nothing is observed yet.
    checks: judgeRun({ profile, seed, scenarios: [], webhooks: [], stores: [] }),
  }
  const inserted = await app.db.run(store.insertCertificate, row)
  if (inserted.length === 0) throw refusals.certificateOpen()
  runnerOf(app).take(key)
  await app.db.run(store.deleteOldCertificates, { merchantId, isTest, kept })
  const opened = await waitForCertificate(app, key, ({ status }) => status !== 'running')
  return opened ?? getCertificate(app, key, key.id)
}

async function newCertificate(app: App, { merchantId, isTest }: RunOwner, id: string, request: CompleteRequest) {
  const { profile, seed, names, pace } = request
  const [time] = await app.db.run(store.readTime, {})
  const watchedSince = time?.now ?? 0
  const rehearsal: Rehearsal = { version, pace, names, scenarios: [], journal: '', watchedSince, ownRules: null }
  const startedAt = app.clock.now()
  const begun = { merchantId, isTest, id, profile, seed, rehearsal, checks: [], startedAt, endedAt: null }
  return { ...begun, status: 'running' } as const
}
