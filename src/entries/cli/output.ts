import { formatSeconds, type Instant } from '../../platform/base/times.ts'
import { refuseFile } from './problems.ts'

/** What every command that prints has: `--json` for programs. */
export interface PrintOptions {
  readonly json?: boolean
}

export const jsonOption = ['--json', 'print JSON, one value a run'] as const

/** Prints rows as a table for people or as JSON for programs. */
export function printRows(rows: readonly Record<string, string>[], options: PrintOptions): void {
  if (options.json) {
    printJson(rows)
    return
  }
  const names = Object.keys(rows[0] ?? {})
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => row[name]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd()
  const lines = rows.length === 0 ? ['nothing'] : [line(names), ...rows.map((row) => line(Object.values(row)))]
  process.stdout.write(`${lines.join('\n')}\n`)
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function formatMoment(at: Instant | null): string {
  return at === null ? '' : formatSeconds(at)
}

const closing = new AbortController()

/** That nothing more is taken: whoever read it has read enough (`qist … | head`), or there is no room. What goes on for long ends then. */
export const outputClosed: AbortSignal = closing.signal

/**
 * Has a command whose output is not taken any more come to its end all the same: it changes what it was told to change, and closes what it
 * has opened.
 */
export function watchOutput(): void {
  process.stdout.on('error', (error) => closing.abort(error))
  // Of this one nobody could be told.
  process.stderr.on('error', () => undefined)
}

/** Writes to standard output no faster than it is taken. Refuses where not all of it is. */
export function writeOut(text: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  }).catch(refuse)
}

/** Waits until all that was written has been taken. Refuses where it was not, unless because nobody wants it: that is no failure. */
export async function finishOutput(): Promise<void> {
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
  if (outputClosed.aborted && outputClosed.reason.code !== 'EPIPE') refuse(outputClosed.reason)
}

const refuse = (error: unknown): never => refuseFile('standard output', error)
