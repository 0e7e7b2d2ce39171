/** One measured figure beside its limit and its goal. */
export interface Figure {
  readonly name: string
  /** `1/s`, `ms`, `MB`. */
  readonly unit: string
  readonly value: number
  /** What bounds it physically, measured in the same run: a name and a figure in the same unit. */
  readonly limit?: { readonly name: string; readonly value: number }
  readonly goal?: { readonly atLeast?: number; readonly atMost?: number }
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The value that so many percent of all are not above. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((permille(percent) * sorted.length) / 1_000) - 1)] ?? Number.NaN
}

// A percentile of which fewer calls are above says more about those than about the service.
const fewestAbove = 10

/** The same, where enough values lie above it for a percentile; else NaN. */
export function tailPercentile(values: readonly number[], percent: number): number {
  const above = (values.length * (1_000 - permille(percent))) / 1_000
  return above >= fewestAbove ? percentile(values, percent) : Number.NaN
}

// Whole, unlike 99.9 / 100, with which the rank would be one too high.
function permille(percent: number): number {
  return Math.round(percent * 10)
}

/** Undefined: there is no goal, or nothing was measured. */
export function isReached({ value, goal }: Figure): boolean | undefined {
  if (goal === undefined || Number.isNaN(value)) return undefined
  return value >= (goal.atLeast ?? Number.NEGATIVE_INFINITY) && value <= (goal.atMost ?? Number.POSITIVE_INFINITY)
}
