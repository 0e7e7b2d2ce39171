/** A bar on standard error, gone at its end. */
export interface ProgressBar {
  tell(done: number, what?: string): void
  end(): void
}

/** Draws a bar: what is being done, and how much there is of it. */
export type OpenProgressBar = (doing: string, total: number) => ProgressBar

/** Answers how to draw bars, one after the other; none are drawn where nobody looks at a terminal. */
export async function loadProgressBars(): Promise<OpenProgressBar> {
  if (!process.stderr.isTTY) return () => ({ tell() {}, end() {} })
  const { Presets, SingleBar } = await import('cli-progress')
  return (doing, total) => {
    const format = `${doing} {bar} {percentage} % · {eta_formatted} left · {what}`
    const options = { format, stream: process.stderr, clearOnComplete: true, etaBuffer: 200 }
    const bar = new SingleBar(options, Presets.shades_classic)
    bar.start(total, 0, { what: '' })
    return {
      tell: (done, what = '') => bar.update(Math.min(done, total), { what }),
      end: () => bar.stop(),
    }
  }
}
