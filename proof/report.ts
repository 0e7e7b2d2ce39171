import type { Verdict } from './context.ts'

export interface Line extends Verdict {
  readonly id: string
  readonly title: string
  readonly seed: number
  readonly seconds: number
  /** False if an unforeseen error interrupted the proof: its result is no finding then. */
  readonly hasEnded: boolean
}

const shownViolations = 10

/** Prints the result of a proof or why it was left out and, after a failure, the command that repeats it. */
export function printLine(line: Line, command: string): void {
  const { id, title, counts, seed, seconds, violations, leftOut } = line
  if (leftOut !== undefined) return void process.stdout.write(`${id.padEnd(4)}left out  ${title}\n      ${leftOut}\n`)
  const verdict = violations.length === 0 ? 'holds' : 'FAILS'
  process.stdout.write(
    `${id.padEnd(4)}${verdict}  ${title}\n      ${formatCounts(counts)}; seed ${seed}; ${seconds.toFixed(1)} s\n`,
  )
  if (violations.length === 0) return
  for (const violation of violations.slice(0, shownViolations)) process.stdout.write(`      ! ${violation}\n`)
  if (violations.length > shownViolations)
    process.stdout.write(`      ! and ${violations.length - shownViolations} more\n`)
  process.stdout.write(`      again: ${command}\n`)
}

/** Formats counts: numbers come before their names, texts after. */
export function formatCounts(counts: Verdict['counts']): string {
  return Object.entries(counts)
    .map(([name, count]) => (typeof count === 'number' ? `${count.toLocaleString('en')} ${name}` : `${name} ${count}`))
    .join(', ')
}
