import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Figure, isReached } from './measure.ts'

/** Prints the figures as a table and as one line of JSON. */
export function printReport(figures: readonly Figure[]): void {
  process.stdout.write(`${formatTable(figures)}\n\n${JSON.stringify({ machine: machine(), figures })}\n`)
}

/** Writes the figures into docs/benchmarks.md, between its marks, with machine, date and commit. */
export function writeReport(file: string, before: string, figures: readonly Figure[]): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const when = `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${machine()}`
  writeFileSync(file, `${before}\n\n## Latest figures\n\n${when}.\n\n${formatTable(figures)}\n`)
}

export const benchmarksFile = join(import.meta.dirname, '..', 'docs', 'benchmarks.md')

export function machine(): string {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown'}, ${memory} GB, Node ${process.versions.node}`
}

export function formatTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { limit, goal } = figure
    const reached = isReached(figure)
    const bound = goal === undefined ? '' : goal.atLeast === undefined ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
    const share = limit === undefined ? '' : `${format(limit.value)} (${limit.name})`
    return [
      figure.name,
      `${format(figure.value)} ${figure.unit}`,
      share,
      bound,
      reached === undefined ? '' : reached ? 'yes' : 'no',
    ]
  })
  return [
    ['figure', 'measured', 'its limit in the same run', 'goal', 'reached'],
    ['---', '---', '---', '---', '---'],
    ...rows,
  ]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

function format(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
}
