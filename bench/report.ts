import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commit, machine } from '../testkit/machine.ts'
import { glanceAt } from './glance.ts'
import { type Figure, isReached } from './measure.ts'
import type { Measured } from './rounds.ts'

export interface Report {
  readonly figures: readonly Figure[]
  /** The measurements under load, with their limits. */
  readonly loads: readonly Measured[]
  /** The missing measurements, with the reasons. */
  readonly remarks: readonly string[]
}

/** The title of the usual report, which has also the figures at a glance. */
export const usualTitle = 'Latest figures'

const benchmarksFile = join(import.meta.dirname, '..', 'docs', 'benchmarks.md')

/** Prints the figures as tables and as one line of JSON. */
export function printReport(report: Report): void {
  const json = JSON.stringify({ commit: commit(), machine: machine(), ...report })
  process.stdout.write(`${formatTables(report)}\n\n${json}\n`)
}

/** Writes the figures to a section of docs/benchmarks.md, with machine, date and commit. */
export function writeReport(title: string, report: Report): void {
  const when = `${new Date().toISOString().slice(0, 10)}, commit ${commit()}, ${machine()}`
  const text = readFileSync(benchmarksFile, 'utf8')
  const written = replaceSection(text, title, `${when}.\n\n${formatTables(report)}`)
  const isUsual = title === usualTitle
  const glance = (): string => formatTables({ figures: glanceAt(report.figures), loads: [], remarks: [] })
  writeFileSync(benchmarksFile, isUsual ? replaceSection(written, 'At a glance', `${when}.\n\n${glance()}`) : written)
}

/** Returns the text with this content in the section of this title. Adds the section at the end if there is none. */
export function replaceSection(text: string, title: string, content: string): string {
  const heading = `## ${title}\n`
  const start = text.indexOf(`\n${heading}`)
  const before = start === -1 ? text : text.slice(0, start)
  const next = start === -1 ? -1 : text.indexOf('\n## ', start + heading.length)
  const after = next === -1 ? '' : text.slice(next)
  return `${before.trimEnd()}\n\n${heading}\n${content}\n${after}`
}

/** Returns the tables of a report, as Markdown. */
export function formatTables({ figures, loads, remarks }: Report): string {
  const parts = [formatFigures(figures), loads.length === 0 ? '' : formatLoads(loads), ...remarks]
  return parts.filter((part) => part !== '').join('\n\n')
}

function formatFigures(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { limit, goal } = figure
    const reached = isReached(figure)
    const bound =
      goal === undefined
        ? ''
        : goal.atLeast === undefined
          ? `≤ ${formatBound(goal.atMost)}`
          : `≥ ${formatBound(goal.atLeast)}`
    return [
      figure.name,
      Number.isNaN(figure.value) ? '' : `${formatNumber(figure.value)} ${figure.unit}`,
      limit === undefined || Number.isNaN(limit.value) ? '' : `${formatNumber(limit.value)} (${limit.name})`,
      bound,
      reached === undefined ? '' : reached ? 'yes' : 'no',
    ]
  })
  return formatTable(['figure', 'measured', 'its limit in the same run', 'goal', 'reached'], rows)
}

function formatLoads(loads: readonly Measured[]): string {
  const rows = loads.map(({ name, clients, perSecond, p50, p99, p999 }) => [
    name,
    String(clients),
    ...[perSecond, p50, p99, p999].map(formatNumber),
  ])
  return formatTable(['under load', 'clients', '1/s', 'p50 ms', 'p99 ms', 'p99.9 ms'], rows)
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function formatBound(value: number | undefined): string {
  return value === undefined ? '' : Number(value.toFixed(2)).toLocaleString('en')
}

function formatNumber(value: number): string {
  if (Number.isNaN(value)) return ''
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
}
