import { type ScaleBand, type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'

/** The page's reading direction. Plots run the same way. */
export type Direction = 'ltr' | 'rtl'

/** Width of a plot in SVG units. The browser stretches it to the available width. */
export const plotWidth = 1000

export type DayScale = ScaleBand<number>
export type MeasureScale = ScaleLinear<number, number>

/** Returns the scale of `count` days. The first day is at the start side. */
export function newDayScale(count: number, direction: Direction): DayScale {
  const days = Array.from({ length: count }, (_, index) => index)
  const range = direction === 'ltr' ? [0, plotWidth] : [plotWidth, 0]
  return scaleBand(days, range).paddingInner(count > 120 ? 0.1 : 0.28)
}

/** Returns the scale from 0 (`bottom`) to a round number (`top`) that is at least the largest value. */
export function newMeasureScale(values: readonly number[], bottom: number, top: number): MeasureScale {
  const largest = values.reduce((most, value) => Math.max(most, value), 0)
  return scaleLinear([0, largest === 0 ? 1 : largest], [bottom, top]).nice(3)
}

/** Returns at most a few round values for grid lines; none if all values are zero. */
export function linesOf(scale: MeasureScale, values: readonly number[]): number[] {
  return values.some((value) => value > 0) ? scale.ticks(3).filter((value) => value > 0) : []
}

/** Returns the middle of a day, in percent of the width. */
export function middleOf(scale: DayScale, day: number): number {
  return roundedPercent(((scale(day) ?? 0) + scale.bandwidth() / 2) / plotWidth)
}

/** Returns a share (0 to 1) as a percentage with two decimals. */
export function roundedPercent(share: number): number {
  return Math.round(share * 10_000) / 100
}

/** Returns the days that get a label: the first, the last and up to three between. `isExtra`: only on wide screens. */
export function namedDays(count: number): { readonly day: number; readonly isExtra: boolean }[] {
  if (count <= 2) return Array.from({ length: count }, (_, day) => ({ day, isExtra: false }))
  const last = count - 1
  const quarters = count < 7 ? [0, 2, 4] : [0, 1, 2, 3, 4]
  return [...new Set(quarters.map((quarter) => Math.round((last * quarter) / 4)))].map((day, index, all) => ({
    day,
    isExtra: all.length === 5 && index % 2 === 1,
  }))
}

// One path for all columns keeps the page small: a year of columns takes fewer bytes than its table of numbers.
/** Returns the path of all columns. Every positive value is at least one unit high. */
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

/** Above this number of days the area under the line is left out: it is invisible and doubles the bytes. */
const mostGround = 120

/** Returns the line, and the area under it if there are few days. One day is a dot. */
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
