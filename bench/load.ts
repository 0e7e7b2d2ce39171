import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Request } from './http-client.ts'
import type { LoopResult } from './loops.ts'

/** The work of the load generator. */
export interface LoadPhase {
  readonly baseUrl: string
  readonly key: string
  /** Sent in this order, and repeated if there are more calls than requests. */
  readonly requests: readonly Request[]
  readonly calls: number
  readonly clients: number
  /** An open loop at this rate; undefined: every client waits for its answer before it calls again. */
  readonly perSecond?: number
  /** The only status that is no failure, by default 200. */
  readonly expected?: number
}

/** The load generator's message at the end of a phase. */
export type LoadAnswer = { readonly result: LoopResult } | { readonly error: string }

export interface Load {
  /** Runs one phase. Throws the first answer with an unexpected status. */
  run(phase: LoadPhase): Promise<LoopResult>
  stop(): void
}

/** Starts the load generator as its own process, so that its event loop has no other work. */
export function startLoad(): Load {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), { serialization: 'advanced' })
  const ended = once(child, 'exit').then(([code]) => ({ error: `the load generator ended (${code})` }))
  return {
    async run(phase) {
      child.send(phase)
      const answered: Promise<LoadAnswer> = once(child, 'message').then(([answer]) => answer)
      const answer = await Promise.race([answered, ended])
      if ('error' in answer) throw new Error(answer.error)
      return answer.result
    },
    stop() {
      if (child.connected) child.disconnect()
    },
  }
}
