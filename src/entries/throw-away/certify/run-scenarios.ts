import { setTimeout as pause } from 'node:timers/promises'
import type { Profile } from '../../../rehearsal/certificate/facts.ts'
import { usualPace } from '../../../rehearsal/certificate/rehearsal.ts'
import { buyerOf } from '../../../rehearsal/certificate/scenes.ts'
import { parseDuration } from '../../../rehearsal/sandbox/duration.ts'
import { chooseStore, getOwnMerchant, type OwnStore } from '../beside/sandbox-client.ts'
import { Progress } from './progress.ts'
import { CannotRun, type CertificateAnswer, callService, type Target, type WaitsFor } from './service-client.ts'
import { type ShopCommand, startCommand } from './shop-command.ts'

export interface CertifyOptions {
  readonly profile: Profile
  readonly scenario?: readonly string[]
  readonly seed?: number
  readonly orderCommand?: string
  /** Ends the shop at once, and starts it again. */
  readonly restartCommand?: string
  readonly idle?: string
  /** The store at which the order command orders; the merchant's first store if absent. */
  readonly merchantCode?: string
}

const pollMs = 200
/** Most successive failed polls before the command gives up. */
const maxFailures = 20
/** Longest time for the restart command. */
const restartMs = 10_000
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
  const { profile, scenario: scenarios, seed, idle, merchantCode, restartCommand } = options
  if (scenarios?.includes('crash') && restartCommand === undefined) throw new CannotRun('crash needs --restart-command')
  const store = merchantCode === undefined ? undefined : chooseStore(await getOwnMerchant(target, signal), merchantCode)
  const chosen = { ...(scenarios && { scenarios }), ...(seed !== undefined && { seed }), ...(idle && { idle }) }
  const body = { profile, ...chosen, ...(restartCommand !== undefined && { restarts: true }) }
  // The signal does not cancel this call, because a run that has begun must be ended.
  const begun = await callService<CertificateAnswer>(target, 'POST', '', { body })
  if (typeof begun.certificate?.id !== 'string') throw new CannotRun(`${target.url} is no sandbox`)
  const path = `/${begun.certificate.id}`
  const idleMs = idle === undefined ? usualPace.idleMs : (parseDuration(idle, 0) ?? 0)
  const order = { command: options.orderCommand, idleMs, store, seed: begun.certificate.seed }
  const progress = new Progress(tell)
  const orders = new Orders(target, path, order, progress, tell)
  let answer = begun
  let hasRestarted = false
  let restarting: Promise<void> | undefined
  try {
    progress.begin(answer.certificate, idleMs)
    while (answer.certificate.status !== 'finished' && !signal.aborted) {
      progress.update(answer.certificate)
      orders.update(answer.certificate.waits_for)
      if (answer.certificate.restart_due && !hasRestarted) {
        hasRestarted = true
        restarting = restart(target, restartCommand, tell)
      }
      if (orders.broken !== undefined) throw new CannotRun(orders.broken)
      await pause(pollMs, undefined, { signal }).catch(() => undefined)
      answer = await read(target, path, signal, answer)
    }
    if (!signal.aborted) progress.update(answer.certificate)
  } finally {
    orders.stop()
    await restarting
    if (answer.certificate.status !== 'finished') await callService(target, 'DELETE', path).catch(() => undefined)
  }
  return answer
}

/** Restarts the shop: the command leaves it running. One that has not ended in time is stopped, and not waited for. */
async function restart(target: Target, command: string | undefined, tell: PrintLine): Promise<void> {
  if (command === undefined) return
  tell('crash: the webhook has answered, and the restart command is run')
  const { ended, stop } = startCommand(command, target)
  const late = 'has not ended, and is stopped'
  const failure = await Promise.race([ended, pause(restartMs, late, { ref: false })])
  if (failure === late) stop()
  if (failure !== undefined) tell(`crash: the restart command ${failure}`)
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

interface OrderOptions {
  readonly command: string | undefined
  readonly idleMs: number
  /** Undefined: the store that the run names. */
  readonly store: OwnStore | undefined
  /** The run's seed. */
  readonly seed: number
}

/** Makes the shop open a session in each scenario: by the order command, or by hand. */
class Orders {
  readonly #target: Target
  readonly #path: string
  readonly #options: OrderOptions
  readonly #progress: Progress
  readonly #tell: PrintLine
  #requestedScenario = ''
  #current: { readonly order: ShopCommand; hasEnded: boolean } | undefined
  #overdueSince: number | undefined
  #waitingFor: string | undefined
  #hasOrdered = false
  /** Why no session will be opened: the first order command failed. */
  broken: string | undefined

  constructor(target: Target, path: string, options: OrderOptions, progress: Progress, tell: PrintLine) {
    this.#target = target
    this.#path = path
    this.#options = options
    this.#progress = progress
    this.#tell = tell
  }

  /** Updates the session that the run waits for, if any. */
  update(requested: WaitsFor | null): void {
    const waits = requested && this.#atChosenStore(requested)
    this.#waitingFor = waits?.scenario
    if (waits === null || waits.scenario === this.#requestedScenario || this.#isStillAtIt()) return
    this.#requestedScenario = waits.scenario
    this.#overdueSince = undefined
    const { scenario, merchant_code, buyer_phone, buyer_email, orders } = waits
    const buyer = `merchant_code ${merchant_code}, buyer ${buyer_phone}, ${buyer_email}`
    const place = this.#progress.placeOf(scenario)
    const { command } = this.#options
    if (command === undefined) {
      const sessions = orders === 1 ? 'a checkout session' : `${orders} checkout sessions`
      this.#tell(
        `${place}: open ${sessions} in your shop by hand, within ${minutes} minutes, or give --order-command (${buyer})`,
      )
    } else {
      const times = orders === 1 ? '' : ` ${orders} times`
      this.#tell(`${place}: the order command is run${times} (${buyer})`)
      void this.#order(command, waits)
    }
  }

  stop(): void {
    this.#current?.order.stop()
  }

  // The sandbox plays orders of every store. It names a buyer of the first one.
  #atChosenStore(waits: WaitsFor): WaitsFor {
    const { store, seed } = this.#options
    if (store === undefined) return waits
    const { phone, email } = buyerOf(waits.scenario, seed, store.country)
    return { ...waits, merchant_code: store.merchant_code, buyer_phone: phone, buyer_email: email }
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
    const isCurrent = (): boolean => waits.scenario === this.#requestedScenario
    let failure: string | undefined
    for (let orders = 0; orders < waits.orders && isCurrent() && failure === undefined; orders += 1) {
      const order = startCommand(command, this.#target, waits)
      const current = { order, hasEnded: false }
      this.#current = current
      failure = await order.ended
      current.hasEnded = true
    }
    // A later scenario has already begun.
    if (!isCurrent()) return
    if (failure !== undefined) this.#tell(`${waits.scenario}: the order command ${failure}`)
    // By then the run has noticed a session that the command opened.
    await pause(this.#options.idleMs, undefined, { ref: false })
    if (this.#waitingFor !== waits.scenario || failure === undefined) this.#hasOrdered = true
    if (!this.#hasOrdered) {
      this.broken = `the order command ${failure} and opened no session in ${waits.scenario}: mend it, then run this again`
      return
    }
    const skipped = { scenario: waits.scenario }
    // A failure here also fails the run's next poll, which reports it.
    await callService(this.#target, 'POST', `${this.#path}/skip`, { body: skipped }).catch(() => undefined)
  }
}
