import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../platform/app/app.ts'
import { newOrderedId } from '../../platform/base/ids.ts'
import { second } from '../../platform/base/times.ts'
import { advanceCertificate, type LeasedRun } from './advance-certificate.ts'
import type { Certificate } from './certificate.ts'
import { endScenario } from './end-scenario.ts'
import * as store from './store.ts'

/** Which run. */
export type CertificateKey = Pick<Certificate, 'merchantId' | 'isTest' | 'id'>

/** A step, with all that it waits for, takes less than half of it. */
export const leaseMs = 30 * second
const pollMs = 100
/** Each looks for what is new ten times a second. */
const maxRuns = 50

/** How often a run is tried again that cannot be gone on with, and after how long. Then it is finished, or, where it is not even reached, left to who finds it. */
export interface RetryLimits {
  readonly max: number
  readonly pauseMs: number
}

const usualRetryLimits: RetryLimits = { max: 10, pauseMs: second }

/** Goes on with runs in this process, under leases by the database's clock: a run whose process has died is found by another. */
export class CertificateRunner {
  /** By this a process is known in leases. */
  readonly owner = newOrderedId()
  readonly #app: App
  readonly #tries: RetryLimits
  readonly #running = new Map<string, Promise<void>>()
  readonly #stopping = new AbortController()

  constructor(app: App, tries: RetryLimits = usualRetryLimits) {
    this.#app = app
    this.#tries = tries
  }

  /** Whether it goes on with as many as one process may. */
  get isFull(): boolean {
    return this.#running.size >= maxRuns
  }

  get isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Goes on with it until it is finished, unless another process is at it, or this one is full. */
  take(key: CertificateKey): void {
    if (this.#stopping.signal.aborted || this.isFull || this.#running.has(key.id)) return
    const running = this.#run(key).finally(() => this.#running.delete(key.id))
    this.#running.set(key.id, running)
  }

  /** Goes on with nothing any more: others may at once. */
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
    // Its lease ends by itself.
    await released.catch(() => undefined)
  }

  // Finished as it was judged so far: whoever finds it next would fail with it, too, and the merchant could begin no other.
  async #giveUp(key: CertificateKey): Promise<void> {
    try {
      const held = await this.#hold(key)
      if (held === undefined) return
      const ended = await endScenario(this.#app, held.run)
      await this.#save({ ...ended, status: 'finished', endedAt: this.#app.clock.now() }, held.asked)
    } catch (error) {
      this.#tell(key, error, 'a rehearsal could not be given up')
    }
  }

  #tell(key: CertificateKey, error: unknown, what: string): void {
    this.#app.log.error({ err: error, merchant_id: key.merchantId, certificate: key.id }, what)
  }

  // Whoever waits for a shop writes nothing: the lease is made longer when half of it is over.
  async #hold(key: CertificateKey): Promise<LeasedRun | undefined> {
    const own = { ...keyOf(key), owner: this.owner }
    const [lasting] = await this.#app.db.run(store.findLeasedCertificate, { ...own, leaseMs: leaseMs / 2 })
    const [row] =
      lasting === undefined ? await this.#app.db.run(store.leaseCertificate, { ...own, leaseMs }) : [lasting]
    return row && { run: store.certificateFrom(row), now: row.now, asked: row.asked }
  }

  /** Whether there is nothing more to do at once. */
  async #step(held: LeasedRun): Promise<boolean> {
    const { run, asked } = held
    const next = await advanceCertificate(this.#app, held)
    if (next === run && asked === null) return true
    await this.#save(next, asked)
    return next === run
  }

  async #save(run: Certificate, asked: string | null): Promise<void> {
    const { profile: _profile, seed: _seed, startedAt: _startedAt, ...changed } = run
    await this.#app.db.run(store.saveCertificate, { ...changed, owner: this.owner, asked })
  }
}

function keyOf({ merchantId, isTest, id }: CertificateKey): CertificateKey {
  return { merchantId, isTest, id }
}

const runners = new WeakMap<App, CertificateRunner>()

/** That of this process. */
export function runnerOf(app: App): CertificateRunner {
  const runner = runners.get(app) ?? new CertificateRunner(app)
  runners.set(app, runner)
  return runner
}
