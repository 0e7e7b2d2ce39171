import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../platform/adapters/log.ts'
import { backoffMs } from '../../platform/base/times.ts'
import type { RegionAddress } from './banner.ts'
import { newBroker } from './broker.ts'
import { FailedProcess } from './explain-start.ts'
import { drainMs } from './limits.ts'
import { type FromServing, numberVariable, type ToServing } from './messages.ts'

interface FleetOptions {
  readonly processes: number
  /** Variables in addition to this process's environment. */
  readonly env: NodeJS.ProcessEnv
  readonly log: Log
}

/** The serving processes. One that ends is replaced. */
interface Fleet {
  /** Resolves when all of them serve. Rejects if one cannot. */
  readonly serving: Promise<readonly RegionAddress[]>
  /** Lets the processes finish their work, kills those that take too long, and resolves when all have ended. */
  stop(): Promise<void>
}

interface Slot {
  readonly number: number
  worker: Worker
  startedAt: number
  serves: boolean
  /** Number of successive early ends in this slot. */
  soonEnded: number
}

/** Longer than draining takes, so only a hanging process is killed. */
const stopTimeoutMs = drainMs + 1_000
const soonMs = 10_000
const firstPauseMs = 100
const maxPauseMs = 10_000

/** Returns the pause before a replacement: none after the first end, then doubled after each further early end. */
export function pauseBefore(soonEnded: number): number {
  return soonEnded <= 1 ? 0 : backoffMs(soonEnded - 1, firstPauseMs, maxPauseMs)
}

export function openFleet(options: FleetOptions): Fleet {
  const fleet = new RunningFleet(options)
  return { serving: fleet.serving, stop: () => fleet.stop() }
}

class RunningFleet {
  readonly #options: FleetOptions
  readonly #allServe = Promise.withResolvers<readonly RegionAddress[]>()
  readonly #broker = newBroker(send)
  readonly #slots: Slot[] = []
  readonly #pauses = new Set<NodeJS.Timeout>()
  readonly #alive = new Set<Worker>()
  #hasServed = false
  #isStopping = false
  #onNoneLeft: (() => void) | undefined

  constructor(options: FleetOptions) {
    this.#options = options
    // Avoids an unhandled rejection if the fleet is stopped before it serves.
    this.serving.catch(() => undefined)
    for (let number = 1; number <= options.processes; number += 1) this.#slots.push(this.#fork(number, 0))
  }

  get serving(): Promise<readonly RegionAddress[]> {
    return this.#allServe.promise
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    for (const timer of this.#pauses) clearTimeout(timer)
    if (this.#alive.size === 0) return
    const noneLeft = new Promise<void>((resolve) => {
      this.#onNoneLeft = resolve
    })
    for (const { worker, serves } of this.#slots) {
      if (serves) send(worker, { kind: 'stop' })
      else worker.process.kill('SIGKILL')
    }
    await Promise.race([noneLeft, pause(stopTimeoutMs, undefined, { ref: false })])
    for (const worker of this.#alive) worker.process.kill('SIGKILL')
    await noneLeft
  }

  #fork(number: number, soonEnded: number): Slot {
    const worker = cluster.fork({ ...this.#options.env, [numberVariable]: String(number) })
    const slot = { number, worker, startedAt: performance.now(), serves: false, soonEnded }
    this.#alive.add(worker)
    worker.on('message', (message: FromServing) => this.#receive(slot, message))
    worker.once('exit', (code: number, signal: string) => this.#end(slot, signal ?? `code ${code}`))
    // Also emitted for an undelivered message, which the process's end explains.
    worker.on('error', (error) => worker.process.pid === undefined && this.#end(slot, error.message))
    return slot
  }

  #receive(slot: Slot, message: FromServing): void {
    const { worker } = slot
    if (message.kind === 'subscribed') this.#broker.add(worker)
    else if (message.kind === 'request') this.#broker.request(worker, message.id, message.request)
    else if (message.kind === 'response') this.#broker.respond(worker, message.id, message.text)
    else if (message.kind === 'failed') this.#fail(slot, message.reason)
    else this.#serve(slot, message.addresses)
  }

  #fail({ number }: Slot, reason: string): void {
    if (this.#hasServed) this.#options.log.error({ serving_process: number, reason }, 'a process cannot serve')
    this.#allServe.reject(new FailedProcess(reason))
  }

  #serve(slot: Slot, addresses: readonly RegionAddress[]): void {
    slot.serves = true
    this.#options.log.info({ serving_process: slot.number, pid: slot.worker.process.pid }, 'a process serves')
    if (this.#hasServed || !this.#slots.every((each) => each.serves)) return
    this.#hasServed = true
    this.#allServe.resolve(addresses)
  }

  #end(slot: Slot, how: string): void {
    if (!this.#alive.delete(slot.worker)) return
    this.#broker.remove(slot.worker)
    if (this.#alive.size === 0) this.#onNoneLeft?.()
    if (this.#isStopping) return
    if (this.#hasServed) this.#replace(slot, how)
    else this.#allServe.reject(new FailedProcess(`A process ended before it served: ${how}`))
  }

  #replace({ number, worker, startedAt, ...slot }: Slot, how: string): void {
    const soonEnded = performance.now() - startedAt < soonMs ? slot.soonEnded + 1 : 0
    const pauseMs = pauseBefore(soonEnded)
    const fields = { serving_process: number, pid: worker.process.pid, how, pause_ms: pauseMs }
    this.#options.log.error(fields, 'a process has ended: another takes its place')
    const timer = setTimeout(() => {
      this.#pauses.delete(timer)
      this.#slots[number - 1] = this.#fork(number, soonEnded)
    }, pauseMs)
    this.#pauses.add(timer)
  }
}

// The process may end at any moment; a lost message does not matter then.
function send(to: Worker, message: ToServing): void {
  if (to.isConnected()) to.send(message, () => undefined)
}
