/** Prints the progress of a proof to standard error from time to time. */
export type Progress = (done: number, of: number, what: string) => void

const everyMs = 15_000

export function newProgress(id: string): Progress {
  let printedAt = performance.now()
  return (done, of, what) => {
    const now = performance.now()
    if (now - printedAt < everyMs) return
    printedAt = now
    process.stderr.write(`${id}  ${done.toLocaleString('en')} of ${of.toLocaleString('en')} ${what}\n`)
  }
}
