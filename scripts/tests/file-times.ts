import { budgetOf, usualTotalSeconds } from './budgets.ts'

/** The time of each test file, in milliseconds. */
export interface FileTimes {
  /** Notes a result; only those of whole files count. */
  readonly note: (result: {
    readonly name: string
    readonly nesting: number
    readonly details: { readonly duration_ms: number }
  }) => void
  /** Returns the slowest files as text, and the files above their budgets. */
  report(): string
  /** Returns the files above their budgets. */
  aboveBudget(): string[]
}

const reported = 15

/**
 * Collects the times of these files. `run-files.ts` names each file's test by its path. When all files together take
 * longer than usual, the machine is slow, and each budget is larger by the same factor. The limit of a file (`limitMsOf`)
 * does not grow.
 */
export function collectFileTimes(files: readonly string[]): FileTimes {
  const times = new Map<string, number>()
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1).padStart(6)} s`
  const totalMs = (): number => [...times.values()].reduce((sum, ms) => sum + ms, 0)
  const aboveBudget = (): string[] => {
    const factor = Math.max(1, totalMs() / (usualTotalSeconds * 1_000))
    return [...times]
      .map(([file, ms]) => ({ file, ms, budget: Math.round(budgetOf(file) * factor) }))
      .filter(({ ms, budget }) => ms > budget * 1_000)
      .map(({ file, ms, budget }) => `${seconds(ms)}  ${file} took longer than its budget of ${budget} s`)
  }
  return {
    note({ name, nesting, details }) {
      if (nesting === 0 && files.includes(name)) times.set(name, details.duration_ms)
    },
    report() {
      const slowest = [...times].sort(([, one], [, other]) => other - one).slice(0, reported)
      const lines = slowest.map(([file, ms]) => `${seconds(ms)}  ${file}`)
      const total = `${seconds(totalMs())}  all files together (usually at most ${usualTotalSeconds} s)`
      return ['The slowest files:', ...lines, total, ...aboveBudget(), ''].join('\n')
    },
    aboveBudget,
  }
}
