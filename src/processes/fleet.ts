import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../adapters/log.ts'
import { backoffMs } from '../base/backoff.ts'
import type { RegionAddress } from './banner.ts'
import { newBroker } from './broker.ts'
import { FailedProcess } from './explain-start.ts'
import { drainMs } from './limits.ts'
import { type FromServing, numberVariable, type ToServing } from './messages.ts'

export interface FleetOptions {
  readonly processes: number
  /** What they get beside this process's environment. */
  readonly env: NodeJS.ProcessEnv
  readonly log: Log
}

/** The processes that serve. One that ends is replaced. */
export interface Fleet {
  /** Settles, once, when all of them serve. Fails when one of them cannot. */
  readonly serving: Promise<readonly RegionAddress[]>
  /** Lets them finish what is under way, ends those that take too long, and settles when none is left. */
  stop(): Promise<void>
}

interface Slot {
  readonly number: number
  worker: Worker
  startedAt: number
  serves: boolean
  /** How many in a row ended soon after their start. */
  soonEnded: number
}

/** Longer than a process drains: only one that hangs is ended. */
const stopPatienceMs = drainMs + 1_000
const soonMs = 10_000
const firstPauseMs = 100
const longestPauseMs = 10_000

/** The first to end is replaced at once; when its successors end soon too, each waits twice as long as the one before. */
export function pauseBefore(soonEnded: number): number {
  return soonEnded <= 1 ? 0 : backoffMs(soonEnded - 1, firstPauseMs, longestPauseMs)
}

export function openFleet({ processes, env, log }: FleetOptions): Fleet {
  const { promise: serving, resolve: allServe, reject: fail } = Promise.withResolvers<readonly RegionAddress[]>()
  // Whoever stops the fleet before it serves does not wait for this.
  serving.catch(() => undefined)
  const broker = newBroker(send)
  const slots: Slot[] = []
  const pauses = new Set<NodeJS.Timeout>()
  const alive = new Set<Worker>()
  let hasServed = false
  let stopping = false
  let onNobodyLeft: (() => void) | undefined

  function fork(number: number, soonEnded: number): Slot {
    const worker = cluster.fork({ ...env, [numberVariable]: String(number) })
    const slot = { number, worker, startedAt: performance.now(), serves: false, soonEnded }
    alive.add(worker)
    worker.on('message', (message: FromServing) => hear(slot, message))
    worker.once('exit', (code: number, signal: string) => end(slot, signal ?? `code ${code}`))
    // Also told when a message could not be delivered, which its end explains.
    worker.on('error', (error) => worker.process.pid === undefined && end(slot, error.message))
    return slot
  }

  function hear(slot: Slot, message: FromServing): void {
    const { worker } = slot
    if (message.kind === 'hears') broker.add(worker)
    else if (message.kind === 'asks') broker.ask(worker, message.id, message.question)
    else if (message.kind === 'answers') broker.answer(worker, message.id, message.text)
    else if (message.kind === 'failed') {
      if (hasServed) log.error({ serving_process: slot.number, reason: message.reason }, 'a process cannot serve')
      fail(new FailedProcess(message.reason))
    } else {
      slot.serves = true
      log.info({ serving_process: slot.number, pid: worker.process.pid }, 'a process serves')
      if (hasServed || !slots.every((each) => each.serves)) return
      hasServed = true
      allServe(message.addresses)
    }
  }

  function end(slot: Slot, how: string): void {
    if (!alive.delete(slot.worker)) return
    broker.remove(slot.worker)
    if (alive.size === 0) onNobodyLeft?.()
    if (stopping) return
    const told = { serving_process: slot.number, pid: slot.worker.process.pid, how }
    if (!hasServed) {
      fail(new FailedProcess(`A process ended before it served: ${how}`))
      return
    }
    const soonEnded = performance.now() - slot.startedAt < soonMs ? slot.soonEnded + 1 : 0
    const pauseMs = pauseBefore(soonEnded)
    log.error({ ...told, pause_ms: pauseMs }, 'a process has ended: another takes its place')
    const timer = setTimeout(() => {
      pauses.delete(timer)
      slots[slot.number - 1] = fork(slot.number, soonEnded)
    }, pauseMs)
    pauses.add(timer)
  }

  for (let number = 1; number <= processes; number += 1) slots.push(fork(number, 0))
  return {
    serving,
    async stop() {
      stopping = true
      for (const timer of pauses) clearTimeout(timer)
      if (alive.size === 0) return
      const nobodyLeft = new Promise<void>((resolve) => {
        onNobodyLeft = resolve
      })
      for (const { worker, serves } of slots) {
        if (serves) send(worker, { kind: 'stop' })
        else worker.process.kill('SIGKILL')
      }
      await Promise.race([nobodyLeft, pause(stopPatienceMs, undefined, { ref: false })])
      for (const worker of alive) worker.process.kill('SIGKILL')
      await nobodyLeft
    },
  }
}

// It may end at any moment; then nobody minds that it did not hear.
function send(to: Worker, message: ToServing): void {
  if (to.isConnected()) to.send(message, () => undefined)
}
