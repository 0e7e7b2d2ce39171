const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
const checkMs = 500

/** The reason to end: a signal, or the end of the parent process. */
export type Ending = NodeJS.Signals | 'orphaned'

/**
 * Tells whenever something asks this process to end, which does not end by itself from now on. Nobody is there any more to end an orphan,
 * so it is told as well; standard input says nothing, since it is closed from the start where nobody types. Answers how to listen no longer.
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
