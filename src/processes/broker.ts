import type { Worker } from 'node:cluster'
import type { Question, ToServing } from './messages.ts'

/** The first process's part in questions between serving processes: it passes them on and brings back the answers. */
export interface Broker {
  /** A process answers questions from now on. */
  add(worker: Worker): void
  /** A process has ended: nobody waits for it any more. */
  remove(worker: Worker): void
  ask(from: Worker, id: number, question: Question): void
  answer(from: Worker, id: number, text: string): void
}

interface Open {
  readonly waitsFor: Set<Worker>
  readonly texts: string[]
  end(): void
}

/** A process that does not answer, because it hangs, is not waited for any longer. */
const patienceMs = 2_000

export function newBroker(send: (to: Worker, message: ToServing) => void): Broker {
  const hearing = new Set<Worker>()
  const open = new Map<number, Open>()
  let lastId = 0
  const settle = (worker: Worker, one: Open): void => {
    if (one.waitsFor.delete(worker) && one.waitsFor.size === 0) one.end()
  }
  return {
    add: (worker) => void hearing.add(worker),
    remove(worker) {
      hearing.delete(worker)
      for (const one of open.values()) settle(worker, one)
    },
    ask(from, askedAs, question) {
      lastId += 1
      const id = lastId
      const texts: string[] = []
      const waitsFor = new Set([...hearing].filter((worker) => worker !== from))
      const end = (): void => {
        clearTimeout(timer)
        open.delete(id)
        send(from, { kind: 'answered', id: askedAs, texts })
      }
      const timer = setTimeout(end, patienceMs)
      if (waitsFor.size === 0) return end()
      open.set(id, { waitsFor, texts, end })
      for (const worker of waitsFor) send(worker, { kind: 'asked', id, question })
    },
    answer(from, id, text) {
      const one = open.get(id)
      if (!one?.waitsFor.has(from)) return
      one.texts.push(text)
      settle(from, one)
    },
  }
}
