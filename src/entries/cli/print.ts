import { formatSeconds, type Instant } from '../../platform/base/times.ts'

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
