import { stopMs } from '../processes/limits.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
const checkMs = 500

/** The reason to end: a signal, or the end of the parent process. */
export type Ending = NodeJS.Signals | 'orphaned'

/**
 * Calls `tell` for each signal to end this process, which then does not end by itself. Also calls it when the
 * parent process has ended. Standard input shows nothing, because it may be closed from the start. Returns a
 * function that stops watching.
 */
export function watchEnding(tell: (ending: Ending) => void): () => void {
  const parent = process.ppid
  const checking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(checking)
    tell('orphaned')
  }, checkMs)
  checking.unref()
  for (const signal of signals) process.on(signal, tell)
  return () => {
    clearInterval(checking)
    for (const signal of signals) process.off(signal, tell)
  }
}

/** The end of a command that serves until it is told to end. */
export interface ServingEnd {
  /** Resolves when the command is told to end. A second signal, or a slow end, exits at once. */
  readonly ended: Promise<void>
  isEnding(): boolean
}

/** Watches for the end of a command that serves. The reader of its output may end before it. */
export function watchServing(): ServingEnd {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  let isEnding = false
  watchEnding(() => {
    if (isEnding) process.exit(1)
    isEnding = true
    setTimeout(() => process.exit(1), stopMs).unref()
    resolve()
  })
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  return { ended, isEnding: () => isEnding }
}
