import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePage } from './page.ts'
import type { Line } from './report.ts'

/** The stored result of one proof. */
export interface Result {
  readonly id: string
  readonly counts: Readonly<Record<string, number | string>>
  readonly seconds: number
  /** The first violation, or empty. */
  readonly found: string
  /** The reason why it did not run there. */
  readonly leftOut?: string
  /** The result of the histories that it recorded. */
  readonly linear?: { readonly payments: number; readonly calls: number; readonly found: string }
}

/** The time and the machine of a run. */
export interface Occasion {
  /** UTC, to the minute. */
  readonly at: string
  readonly seed: number
  readonly commit: string
  readonly machine: string
}

/** The last whole run of the quick form, and the last full run of every proof. */
export interface Results {
  readonly quick?: Occasion & { readonly results: readonly Result[] }
  readonly full: Readonly<Record<string, Occasion & Result>>
}

interface Run {
  readonly at: Date
  readonly seed: number
  readonly commit: string
  readonly machine: string
}

const dataPath = join(import.meta.dirname, '..', 'docs', 'proof.json')

/** Stores the full result of one proof in place of the previous one. */
export function keepFullLine({ line, ...run }: Run & { readonly line: Line }): void {
  const { quick, full } = readResults()
  writeResults({ ...(quick && { quick }), full: { ...full, [line.id]: { ...occasionOf(run), ...resultOf(line) } } })
}

/** Stores a whole quick run in place of the previous one. */
export function keepQuickRun({ lines, ...run }: Run & { readonly lines: readonly Line[] }): void {
  writeResults({ full: readResults().full, quick: { ...occasionOf(run), results: lines.map(resultOf) } })
}

function occasionOf({ at, seed, commit, machine }: Run): Occasion {
  return { at: at.toISOString().slice(0, 16).replace('T', ' '), seed, commit, machine }
}

function resultOf({ id, counts, seconds, violations, linear, leftOut }: Line): Result {
  const found = firstOf(violations)
  const result = { id, counts, seconds: Math.round(seconds), found, ...(leftOut !== undefined && { leftOut }) }
  if (linear === undefined) return result
  const { payments, calls } = linear
  return { ...result, linear: { payments, calls, found: firstOf(linear.violations) } }
}

function firstOf(violations: readonly string[]): string {
  return violations[0]?.split('\n')[0] ?? ''
}

function readResults(): Results {
  return existsSync(dataPath) ? JSON.parse(readFileSync(dataPath, 'utf8')) : { full: {} }
}

function writeResults(results: Results): void {
  writeFileSync(dataPath, `${JSON.stringify(results, undefined, 2)}\n`)
  writePage(results)
}
