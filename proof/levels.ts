/** Whether repeated samples level off, and their values. */

/** Allowed growth of the last quarter over the second one: a factor and an addition. */
export interface Allowance {
  readonly times: number
  readonly more: number
}

/** Returns, for each quarter of the time, the value at this share of the sorted values: 0.5 is the median. */
export function quartersOf(values: readonly number[], share = 0.5): [number, number, number, number] {
  const quarter = (number: number): number => {
    const from = Math.floor((values.length * number) / 4)
    const part = values.slice(from, Math.max(from + 1, Math.floor((values.length * (number + 1)) / 4)))
    const sorted = part.toSorted((a, b) => a - b)
    return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0
  }
  return [quarter(0), quarter(1), quarter(2), quarter(3)]
}

/** Returns an error if the last quarter exceeds the second one by more than is allowed. */
export function checkLevel(what: string, quarters: readonly number[], { times, more }: Allowance): string[] {
  const [, second = 0, , last = 0] = quarters
  if (last <= second * times + more) return []
  return [`${what} does not level off: ${quarters.map(round).join(', ')} in the four quarters`]
}

/** Formats the first, the second and the last quarter for the report. */
export function formatQuarters(quarters: readonly number[], unit = ''): string {
  const [first = 0, second = 0, , last = 0] = quarters
  return `${[first, second, last].map(round).join(' → ')}${unit}`
}

function round(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })
}
