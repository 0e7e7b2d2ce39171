import type { Worker } from 'node:cluster'
import type { PeerRequest, ToServing } from './messages.ts'

/** Passes requests between serving processes, and returns the responses. Part of the first process. */
interface Broker {
  /** The process answers requests from now on. */
  add(worker: Worker): void
  /** The process has ended; pending requests stop waiting for it. */
  remove(worker: Worker): void
  request(from: Worker, id: number, request: PeerRequest): void
  respond(from: Worker, id: number, text: string): void
}

interface Pending {
  readonly waitsFor: Set<Worker>
  readonly texts: string[]
  end(): void
}

/** Longest wait for a process's response. */
const responseTimeoutMs = 2_000

export function newBroker(send: (to: Worker, message: ToServing) => void): Broker {
  const subscribed = new Set<Worker>()
  const pending = new Map<number, Pending>()
  let lastId = 0
  const settle = (worker: Worker, one: Pending): void => {
    if (one.waitsFor.delete(worker) && one.waitsFor.size === 0) one.end()
  }
  return {
    add: (worker) => void subscribed.add(worker),
    remove(worker) {
      subscribed.delete(worker)
      for (const one of pending.values()) settle(worker, one)
    },
    request(from, ownId, request) {
      lastId += 1
      const id = lastId
      const texts: string[] = []
      const waitsFor = new Set([...subscribed].filter((worker) => worker !== from))
      const end = (): void => {
        clearTimeout(timer)
        pending.delete(id)
        send(from, { kind: 'responses', id: ownId, texts })
      }
      const timer = setTimeout(end, responseTimeoutMs)
      if (waitsFor.size === 0) return end()
      pending.set(id, { waitsFor, texts, end })
      for (const worker of waitsFor) send(worker, { kind: 'request', id, request })
    },
    respond(from, id, text) {
      const one = pending.get(id)
      if (!one?.waitsFor.has(from)) return
      one.texts.push(text)
      settle(from, one)
    },
  }
}
