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
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}

export function isReached({ value, goal }: Figure): boolean | undefined {
  if (goal === undefined) return undefined
  return value >= (goal.atLeast ?? Number.NEGATIVE_INFINITY) && value <= (goal.atMost ?? Number.POSITIVE_INFINITY)
}
