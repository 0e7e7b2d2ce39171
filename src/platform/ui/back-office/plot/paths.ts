import { area, line } from 'd3-shape'
import type { DayScale, MeasureScale } from './scales.ts'

// One path for all columns: a year of them weighs less than its days in a table.
/** A column for each value above nothing, which is seen however small it is. */
export function drawColumns(values: readonly number[], days: DayScale, measure: MeasureScale): string {
  const width = short(days.bandwidth())
  const bottom = Math.round(measure(0))
  return values
    .map((value, day) => {
      if (value <= 0) return ''
      const top = Math.min(measure(value), bottom - 1)
      return `M${short(days(day) ?? 0)} ${bottom}V${Math.round(top)}h${width}V${bottom}`
    })
    .join('')
}

/** No eye tells the ground of more days from their line, and every letter of it is sent. */
const mostGround = 120

/** The line from value to value, and the ground under it while there are few. A single one is a dot. */
export function drawLine(values: readonly number[], days: DayScale, measure: MeasureScale) {
  const x = (_: number, day: number): number => (days(day) ?? 0) + days.bandwidth() / 2
  const y = (value: number): number => measure(value)
  return {
    line: line<number>(x, y).digits(values.length > mostGround ? 0 : 1)([...values]) ?? '',
    ground: values.length > mostGround ? '' : (area<number>(x, measure(0), y).digits(1)([...values]) ?? ''),
  }
}

function short(value: number): number {
  return Math.round(value * 10) / 10
}
