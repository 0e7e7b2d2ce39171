import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../platform/app/app.ts'
import { newOrderedId } from '../../platform/base/ids.ts'
import { second } from '../../platform/base/times.ts'
import { advanceCertificate, type LeasedRun } from './advance-certificate.ts'
import type { Certificate } from './certificate.ts'
import { endScenario } from './end-scenario.ts'
import * as store from './store.ts'

/** The key of a run. */
export type CertificateKey = Pick<Certificate, 'merchantId' | 'isTest' | 'id'>

/** Lease time. A step takes less than half of it. */
export const leaseMs = 30 * second
const pollMs = 100
/** Most runs of one process. Each polls ten times a second. */
const maxRuns = 50

/**
 * Retries after failed steps. After the last one the run is finished; if even that fails, its lease ends and another
 * process takes it over.
 */
export interface RetryLimits {
  readonly max: number
  readonly pauseMs: number
}

const usualRetryLimits: RetryLimits = { max: 10, pauseMs: second }

/**
 * Advances runs in this process, under leases by the database's clock. When a process dies, another one takes over its
 * runs.
 */
export class CertificateRunner {
  /** Identifies this process in leases. */
  readonly owner = newOrderedId()
  readonly #app: App
  readonly #tries: RetryLimits
  readonly #running = new Map<string, Promise<void>>()
  readonly #stopping = new AbortController()

  constructor(app: App, tries: RetryLimits = usualRetryLimits) {
    this.#app = app
    this.#tries = tries
  }

  /** Whether this process already advances the most runs. */
  get isFull(): boolean {
    return this.#running.size >= maxRuns
  }

  get isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Advances a run until it is finished. Does nothing if another process holds its lease or this process is full. */
  take(key: CertificateKey): void {
    if (this.#stopping.signal.aborted || this.isFull || this.#running.has(key.id)) return
    const running = this.#run(key).finally(() => this.#running.delete(key.id))
    this.#running.set(key.id, running)
  }

  /** Stops all runs here and releases their leases, so that other processes can continue at once. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running.values())
  }

  async #run(key: CertificateKey): Promise<void> {
    const { signal } = this.#stopping
    for (let failures = 0; failures < this.#tries.max && !signal.aborted; ) {
      let waitMs = pollMs
      try {
        const held = await this.#hold(key)
        if (held === undefined) return
        if (!(await this.#step(held))) waitMs = 0
        failures = 0
      } catch (error) {
        this.#tell(key, error, 'a rehearsal failed')
        failures += 1
        waitMs = this.#tries.pauseMs
      }
      await pause(waitMs, undefined, { signal }).catch(() => undefined)
    }
    if (!signal.aborted) return this.#giveUp(key)
    const released = this.#app.db.run(store.releaseCertificate, { ...keyOf(key), owner: this.owner })
    // If the release fails, the lease ends by itself.
    await released.catch(() => undefined)
  }

  // Finishes the run with its checks so far. Otherwise every process would fail with it in turn, and the merchant could
  // not start another run.
  async #giveUp(key: CertificateKey): Promise<void> {
    try {
      const held = await this.#hold(key)
      if (held === undefined) return
      const ended = await endScenario(this.#app, held.run)
      await this.#save({ ...ended, status: 'finished', endedAt: this.#app.clock.now() }, held.request)
    } catch (error) {
      this.#tell(key, error, 'a rehearsal could not be given up')
    }
  }

  #tell(key: CertificateKey, error: unknown, what: string): void {
    this.#app.log.error({ err: error, merchant_id: key.merchantId, certificate: key.id }, what)
  }

  // While a run only waits for the shop, its lease is renewed once half of it is over, so polling writes nothing.
  async #hold(key: CertificateKey): Promise<LeasedRun | undefined> {
    const own = { ...keyOf(key), owner: this.owner }
    const [lasting] = await this.#app.db.run(store.findLeasedCertificate, { ...own, leaseMs: leaseMs / 2 })
    const [row] =
      lasting === undefined ? await this.#app.db.run(store.leaseCertificate, { ...own, leaseMs }) : [lasting]
    return row && { run: store.certificateFrom(row), now: row.now, request: row.asked }
  }

  /** Returns whether the run has nothing more to do at once. */
  async #step(held: LeasedRun): Promise<boolean> {
    const { run, request } = held
    const next = await advanceCertificate(this.#app, held)
    if (next === run && request === null) return true
    await this.#save(next, request)
    return next === run
  }

  async #save(run: Certificate, request: string | null): Promise<void> {
    const { profile: _profile, seed: _seed, startedAt: _startedAt, ...changed } = run
    await this.#app.db.run(store.saveCertificate, { ...changed, owner: this.owner, asked: request })
  }
}

function keyOf({ merchantId, isTest, id }: CertificateKey): CertificateKey {
  return { merchantId, isTest, id }
}

const runners = new WeakMap<App, CertificateRunner>()

/** Returns the runner of this process. */
export function runnerOf(app: App): CertificateRunner {
  const runner = runners.get(app) ?? new CertificateRunner(app)
  runners.set(app, runner)
  return runner
}
