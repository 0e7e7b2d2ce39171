import { setTimeout as pause } from 'node:timers/promises'
import type { Profile } from '../../../rehearsal/certificate/facts.ts'
import { usualPace } from '../../../rehearsal/certificate/rehearsal.ts'
import { parseDuration } from '../../../rehearsal/sandbox/duration.ts'
import { type Order, startOrder } from './order-command.ts'
import { Progress } from './progress.ts'
import { CannotRun, type CertificateAnswer, callService, type Target, type WaitsFor } from './service-client.ts'

export interface CertifyOptions {
  readonly profile: Profile
  readonly scenario?: readonly string[]
  readonly seed?: number
  readonly orderCommand?: string
  readonly idle?: string
}

const pollMs = 200
/** Most successive failed polls before the command gives up. */
const maxFailures = 20
/** Longest time for an order command after its scenario is over. */
const graceMs = 3_000

/** Minutes for which a run waits for a session. */
const minutes = usualPace.patienceMs / 60_000

type PrintLine = (line: string) => void

/**
 * Runs the scenarios with a shop until the run is finished, and prints the progress. When `signal` aborts, the run ends
 * with what it has observed. Throws CannotRun.
 */
export async function runScenarios(
  target: Target,
  options: CertifyOptions,
  tell: PrintLine,
  signal: AbortSignal,
): Promise<CertificateAnswer> {
  const { profile, scenario: scenarios, seed, idle } = options
  const body = { profile, ...(scenarios && { scenarios }), ...(seed !== undefined && { seed }), ...(idle && { idle }) }
  // The signal does not cancel this call, because a run that has begun must be ended.
  const begun = await callService<CertificateAnswer>(target, 'POST', '', { body })
  if (typeof begun.certificate?.id !== 'string') throw new CannotRun(`${target.url} is no sandbox`)
  const path = `/${begun.certificate.id}`
  const idleMs = idle === undefined ? usualPace.idleMs : (parseDuration(idle, 0) ?? 0)
  const order = { command: options.orderCommand, idleMs }
  const progress = new Progress(tell)
  const orders = new Orders(target, path, order, progress, tell)
  let answer = begun
  try {
    progress.begin(answer.certificate, idleMs)
    while (answer.certificate.status !== 'finished' && !signal.aborted) {
      progress.update(answer.certificate)
      orders.update(answer.certificate.waits_for)
      await pause(pollMs, undefined, { signal }).catch(() => undefined)
      answer = await read(target, path, signal, answer)
    }
    if (!signal.aborted) progress.update(answer.certificate)
  } finally {
    orders.stop()
    if (answer.certificate.status !== 'finished') await callService(target, 'DELETE', path).catch(() => undefined)
  }
  return answer
}

/** Returns the run, or its last known state once `signal` aborts. Repeats after passing failures. */
async function read(target: Target, path: string, signal: AbortSignal, last: CertificateAnswer) {
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      return await callService<CertificateAnswer>(target, 'GET', path, { signal })
    } catch (error) {
      if (signal.aborted) break
      if (!(error instanceof CannotRun) || !error.isPassing || failures >= maxFailures) throw error
      await pause(pollMs * failures, undefined, { signal }).catch(() => undefined)
    }
  }
  return last
}

/** Makes the shop open a session in each scenario: by the order command, or by hand. */
class Orders {
  readonly #target: Target
  readonly #path: string
  readonly #command: string | undefined
  readonly #idleMs: number
  readonly #progress: Progress
  readonly #tell: PrintLine
  #requestedScenario = ''
  #current: { readonly order: Order; hasEnded: boolean } | undefined
  #overdueSince: number | undefined

  constructor(
    target: Target,
    path: string,
    order: { command: string | undefined; idleMs: number },
    progress: Progress,
    tell: PrintLine,
  ) {
    this.#target = target
    this.#path = path
    this.#command = order.command
    this.#idleMs = order.idleMs
    this.#progress = progress
    this.#tell = tell
  }

  /** Updates the session that the run waits for, if any. */
  update(waits: WaitsFor | null): void {
    if (waits === null || waits.scenario === this.#requestedScenario || this.#isStillAtIt()) return
    this.#requestedScenario = waits.scenario
    this.#overdueSince = undefined
    const { scenario, merchant_code, buyer_phone, buyer_email } = waits
    const buyer = `merchant_code ${merchant_code}, buyer ${buyer_phone}, ${buyer_email}`
    const place = this.#progress.placeOf(scenario)
    if (this.#command === undefined) {
      this.#tell(
        `${place}: open a checkout session in your shop by hand, within ${minutes} minutes, or give --order-command (${buyer})`,
      )
    } else {
      this.#tell(`${place}: the order command is run (${buyer})`)
      void this.#order(this.#command, waits)
    }
  }

  stop(): void {
    this.#current?.order.stop()
  }

  // Order commands run one after the other. One that does not end is stopped.
  #isStillAtIt(): boolean {
    if (this.#current === undefined || this.#current.hasEnded) return false
    this.#overdueSince ??= performance.now()
    if (performance.now() - this.#overdueSince < graceMs) return true
    this.#tell(`${this.#requestedScenario}: the order command has not ended, and is stopped`)
    this.#current.order.stop()
    return false
  }

  async #order(command: string, waits: WaitsFor): Promise<void> {
    const order = startOrder(command, this.#target, waits)
    const current = { order, hasEnded: false }
    this.#current = current
    const failure = await order.ended
    current.hasEnded = true
    // A later scenario has already begun.
    if (waits.scenario !== this.#requestedScenario) return
    if (failure !== undefined) this.#tell(`${waits.scenario}: the order command ${failure}`)
    // By then the run has noticed a session that the command opened.
    await pause(this.#idleMs, undefined, { ref: false })
    const skipped = { scenario: waits.scenario }
    // A failure here also fails the run's next poll, which reports it.
    await callService(this.#target, 'POST', `${this.#path}/skip`, { body: skipped }).catch(() => undefined)
  }
}
