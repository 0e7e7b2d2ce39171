import { formatSeconds, type Instant } from '../../platform/base/times.ts'
import { refuseFile } from './problems.ts'

/** Options of every command that prints. */
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

/**
 * Aborts when standard output is closed, because its reader has read enough (`qist … | head`) or the disk is full. Long
 * commands then stop.
 */
export const outputClosed: AbortSignal = closing.signal

/** Lets a command finish its changes and close everything even if its output is closed. */
export function watchOutput(): void {
  process.stdout.on('error', (error) => closing.abort(error))
  // An error of standard error cannot be reported.
  process.stderr.on('error', () => undefined)
}

/** Writes to standard output at the reader's speed. Refuses if the text was not written completely. */
export function writeOut(text: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  }).catch(refuse)
}

/**
 * Waits until all output is written. Refuses if it was not, except when the reader has closed the pipe, which is no
 * failure.
 */
export async function finishOutput(): Promise<void> {
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
  if (outputClosed.aborted && outputClosed.reason.code !== 'EPIPE') refuse(outputClosed.reason)
}

const refuse = (error: unknown): never => refuseFile('standard output', error)

/**
 * Returns a text without characters that move the cursor of a terminal or begin a line: a shop chooses its references and
 * addresses.
 */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd')
}
