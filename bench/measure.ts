/** One measured figure beside its limit and its goal. */
export interface Figure {
  readonly name: string
  /** `1/s`, `ms`, `MB`. */
  readonly unit: string
  readonly value: number
  /** The physical limit, measured in the same run: a name and a figure in the same unit. */
  readonly limit?: { readonly name: string; readonly value: number }
  readonly goal?: { readonly atLeast?: number; readonly atMost?: number }
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** Returns the value that this percentage of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((permille(percent) * sorted.length) / 1_000) - 1)] ?? Number.NaN
}

// A percentile with fewer calls above it depends on those calls alone.
const fewestAbove = 10

/** Returns the percentile if enough values lie above it, otherwise NaN. */
export function tailPercentile(values: readonly number[], percent: number): number {
  const above = (values.length * (1_000 - permille(percent))) / 1_000
  return above >= fewestAbove ? percentile(values, percent) : Number.NaN
}

// In whole numbers: 99.9 / 100 is inexact and makes the rank one too high.
function permille(percent: number): number {
  return Math.round(percent * 10)
}

/** Undefined without a goal or a measured value. */
export function isReached({ value, goal }: Figure): boolean | undefined {
  if (goal === undefined || Number.isNaN(value)) return undefined
  return value >= (goal.atLeast ?? Number.NEGATIVE_INFINITY) && value <= (goal.atMost ?? Number.POSITIVE_INFINITY)
}
