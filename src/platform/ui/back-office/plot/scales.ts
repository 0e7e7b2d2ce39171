import { type ScaleBand, type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'

/** How a page is read: plots run the same way. */
export type Direction = 'ltr' | 'rtl'

/** So many units a picture is wide; it is stretched to whatever room there is. */
export const plotWidth = 1000

export type DayScale = ScaleBand<number>
export type MeasureScale = ScaleLinear<number, number>

/** Where each of so many days stands, the first where reading begins. */
export function newDayScale(count: number, direction: Direction): DayScale {
  const days = Array.from({ length: count }, (_, index) => index)
  const range = direction === 'ltr' ? [0, plotWidth] : [plotWidth, 0]
  return scaleBand(days, range).paddingInner(count > 120 ? 0.1 : 0.28)
}

/** How high a value stands between `bottom` and `top`, from nothing to a round number that no value is above. */
export function newMeasureScale(values: readonly number[], bottom: number, top: number): MeasureScale {
  const largest = values.reduce((most, value) => Math.max(most, value), 0)
  return scaleLinear([0, largest === 0 ? 1 : largest], [bottom, top]).nice(3)
}

/** The round values of a scale that are worth a line, few; none where there is nothing to compare with them. */
export function linesOf(scale: MeasureScale, values: readonly number[]): number[] {
  return values.some((value) => value > 0) ? scale.ticks(3).filter((value) => value > 0) : []
}

/** The middle of a day, in percent of the width. */
export function middleOf(scale: DayScale, day: number): number {
  return roundedPercent(((scale(day) ?? 0) + scale.bandwidth() / 2) / plotWidth)
}

/** A share of the width, as the place where what begins with reading ends. */
export function roundedPercent(share: number): number {
  return Math.round(share * 10_000) / 100
}

/** Which of so many days are named below them: the first and the last, and what is evenly between. The flag: only where there is room. */
export function namedDays(count: number): { readonly day: number; readonly isExtra: boolean }[] {
  if (count <= 2) return Array.from({ length: count }, (_, day) => ({ day, isExtra: false }))
  const last = count - 1
  const quarters = count < 7 ? [0, 2, 4] : [0, 1, 2, 3, 4]
  return [...new Set(quarters.map((quarter) => Math.round((last * quarter) / 4)))].map((day, index, all) => ({
    day,
    isExtra: all.length === 5 && index % 2 === 1,
  }))
}

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
