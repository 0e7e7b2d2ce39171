import { cpus } from 'node:os'
import { type Figure, isReached } from './measure.ts'

/** Prints the figures as a table and as one line of JSON. */
export function printReport(figures: readonly Figure[]): void {
  process.stdout.write(`${formatTable(figures)}\n\n${JSON.stringify({ machine: machine(), figures })}\n`)
}

export function machine(): string {
  const [first] = cpus()
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`
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
