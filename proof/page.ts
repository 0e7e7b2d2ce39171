import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proofs } from './proofs.ts'
import { formatCounts } from './report.ts'
import type { Occasion, Result, Results } from './results.ts'

/** Writes docs/proof.md: the introduction, the proofs in full, and the last run of the quick form. */
export function writePage(results: Results): void {
  const introduction = readFileSync(join(import.meta.dirname, 'introduction.md'), 'utf8').trimEnd()
  writeFileSync(join(import.meta.dirname, '..', 'docs', 'proof.md'), `${introduction}\n\n${formatResults(results)}\n`)
}

/** Returns both forms as tables. */
export function formatResults({ full, quick }: Results): string {
  return [
    '## Full form',
    '',
    'Its lines need not be done in one go: each shows the last time that it was done in full.',
    '',
    ...formatMachines(Object.values(full)),
    '| | what was done | how often | s | verdict | when (UTC), seed, commit |',
    '|---|---|---|---|---|---|',
    ...proofs.map(({ id, title }) => formatFullRow(id, title, full)),
    '',
    '## Quick form',
    '',
    ...formatQuick(quick),
  ].join('\n')
}

function formatMachines(occasions: readonly (Occasion & Result)[]): string[] {
  const byMachine = Map.groupBy(occasions, ({ machine }) => machine)
  if (byMachine.size < 2) return [...byMachine.keys()].flatMap((machine) => [`${machine}.`, ''])
  return [...byMachine].flatMap(([machine, on]) => [`${on.map(({ id }) => id).join(', ')}: ${machine}.`, ''])
}

function formatFullRow(id: string, title: string, full: Results['full']): string {
  // Its histories are those of the other proofs.
  if (id === 'P8') return formatLinearRow(id, title, full)
  const done = full[id]
  if (done === undefined) return `| ${id} | ${title} | not done in full yet | | | |`
  return `${formatRow(done, title)} ${done.at}, ${done.seed}, ${done.commit} |`
}

function formatLinearRow(id: string, title: string, full: Results['full']): string {
  const from = proofs.flatMap((proof) => full[proof.id] ?? []).filter(({ linear }) => linear !== undefined)
  if (from.length === 0) return `| ${id} | ${title} | not done in full yet | | | |`
  const ids = from.map((result) => result.id).join(', ')
  const total = (of: 'payments' | 'calls'): number => from.reduce((all, { linear }) => all + (linear?.[of] ?? 0), 0)
  const found = from.map(({ linear }) => linear?.found ?? '').find((text) => text !== '') ?? ''
  const counts = { payments: total('payments'), calls: total('calls'), 'recorded in': ids }
  return `${formatRow({ id, counts, seconds: 0, found }, title)} with ${ids} |`
}

function formatRow({ id, counts, seconds, found, leftOut }: Result, title: string): string {
  if (leftOut !== undefined) return `| ${id} | ${title} | | | left out: ${leftOut} |`
  const verdict = found === '' ? 'holds' : `**fails**: ${found.replaceAll('|', '\\|')}`
  return `| ${id} | ${title} | ${formatCounts(counts)} | ${seconds} | ${verdict} |`
}

function formatQuick(quick: Results['quick']): string[] {
  if (quick === undefined) return ['Not done yet.']
  const failed = quick.results.filter(({ found }) => found !== '')
  const minutes = quick.results.reduce((total, { seconds }) => total + seconds, 0) / 60
  const titles = new Map(proofs.map(({ id, title }) => [id, title]))
  return [
    `${quick.at} UTC, commit ${quick.commit}, seed ${quick.seed}, ${minutes.toFixed(1)} minutes.`,
    `${quick.machine}.`,
    failed.length === 0 ? sayThatAllHeld(quick.results) : `${failed.map(({ id }) => id).join(', ')} failed.`,
    '',
    '| | what was done | how often | s | verdict |',
    '|---|---|---|---|---|',
    ...quick.results.map((result) => formatRow(result, titles.get(result.id) ?? '')),
  ]
}

function sayThatAllHeld(results: readonly Result[]): string {
  const left = results.filter(({ leftOut }) => leftOut !== undefined).map(({ id }) => id)
  return left.length === 0 ? 'Everything held.' : `Everything that was done held; left out: ${left.join(', ')}.`
}
