/** A progress bar on standard error, removed at its end. */
export interface ProgressBar {
  tell(done: number, what?: string): void
  end(): void
}

/** Opens a bar for an activity and its total. */
export type OpenProgressBar = (doing: string, total: number) => ProgressBar

/** Returns a function that opens bars. Without a terminal the bars draw nothing. */
export async function loadProgressBars(): Promise<OpenProgressBar> {
  if (!process.stderr.isTTY) return () => ({ tell() {}, end() {} })
  const { library } = await import('./progress-library.ts')
  return (doing, total) => {
    const format = `${doing} {bar} {percentage} % · {eta_formatted} left · {what}`
    const options = { format, stream: process.stderr, clearOnComplete: true, etaBuffer: 200 }
    const bar = new library.SingleBar(options, library.Presets.shades_classic)
    bar.start(total, 0, { what: '' })
    return {
      tell: (done, what = '') => bar.update(Math.min(done, total), { what }),
      end: () => bar.stop(),
    }
  }
}
