import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Request } from './http-client.ts'
import type { LoopResult } from './loops.ts'

/** What the load generator is to do. */
export interface LoadPhase {
  readonly baseUrl: string
  readonly key: string
  /** Sent in this order, and from the beginning again where there are fewer of them than calls. */
  readonly requests: readonly Request[]
  readonly calls: number
  readonly clients: number
  /** An open loop at this rate; undefined: every client waits for its answer before it calls again. */
  readonly perSecond?: number
  /** The only status that is no failure: 200 unless said. */
  readonly expected?: number
}

/** What the load generator says when a phase is over. */
export type LoadAnswer = { readonly result: LoopResult } | { readonly error: string }

export interface Load {
  /** Runs one phase. Fails with the first answer of another status than the expected one. */
  run(phase: LoadPhase): Promise<LoopResult>
  stop(): void
}

/** Starts the load generator as a process of its own, so that nothing else waits in its event loop. */
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
