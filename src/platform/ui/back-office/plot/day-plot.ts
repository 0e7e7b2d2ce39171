import { type Content, html } from '../../html.ts'
import { Plot, type PlotProps } from './figure.ts'
import {
  type DayScale,
  type Direction,
  drawColumns,
  drawLine,
  linesOf,
  type MeasureScale,
  middleOf,
  namedDays,
  newDayScale,
  newMeasureScale,
  plotWidth,
} from './scales.ts'

interface DayPlotProps extends Omit<PlotProps, 'height' | 'children' | 'legend' | 'hasScale'> {
  readonly direction: Direction
  /** The names of the days, in order. */
  readonly days: readonly string[]
  /** One value per day, zero for a day without payments. Columns above, a line below. */
  readonly columns: Measure
  readonly line: Measure
}

interface Measure {
  readonly label: string
  readonly values: readonly number[]
  format(value: number): string
}

const height = 268
const columnsBottom = 160
const lineBottom = 238

/** Two measures per day, one plot above the other: side by side, columns of different units would look comparable. */
export function DayPlot({ direction, days, columns, line, ...figure }: DayPlotProps): Content {
  const along = newDayScale(days.length, direction)
  const upper = newMeasureScale(columns.values, columnsBottom, 20)
  const lower = newMeasureScale(line.values, lineBottom, 192)
  const upperLines = linesOf(upper, columns.values)
  // A count of payments has no fractions.
  const lowerLines = linesOf(lower, line.values).filter(Number.isInteger).slice(-1)
  const drawn = drawLine(line.values, along, lower)
  const legend = [
    { ink: 'main', label: columns.label },
    { ink: 'second', label: line.label },
  ] as const
  return Plot({
    ...figure,
    height,
    legend,
    hasScale: true,
    children: html`
      ${Lines({ scale: upper, values: upperLines, format: columns.format, direction })}
      ${Lines({ scale: lower, values: lowerLines, format: line.format, direction })}
      <svg width="100%" height=${height} viewBox=${`0 0 ${plotWidth} ${height}`} preserveAspectRatio="none">
        <path class="plot-main" d=${drawColumns(columns.values, along, upper)} />
        <path class="plot-ground" d=${drawn.ground} />
        <path class="plot-line" d=${drawn.line} vector-effect="non-scaling-stroke" />
      </svg>
      ${DayNames({ along, days, direction })}
    `,
  })
}

interface LinesProps {
  readonly scale: MeasureScale
  readonly values: readonly number[]
  readonly direction: Direction
  format(value: number): string
}

// The numbers stand beside the days, in the margin of `.plot-scaled`.
function Lines({ scale, values, direction, format }: LinesProps): Content {
  const [x, away] = direction === 'ltr' ? ['0', -8] : ['100%', 8]
  const line = (at: number, name: string): Content =>
    html`<line class=${name} x1="0" x2="100%" y1=${at + 0.5} y2=${at + 0.5} />`
  return html`${values.map((value) => {
    const at = Math.round(scale(value))
    return html`${line(at, 'plot-rule')}
      <text class="plot-text" x=${x} dx=${away} y=${at + 5} text-anchor="end">${format(value)}</text>`
  })}
    ${line(scale(0), 'plot-floor')}`
}

function DayNames({
  along,
  days,
  direction,
}: {
  along: DayScale
  days: readonly string[]
  direction: Direction
}): Content {
  const [start, end] = direction === 'ltr' ? ['0', '100%'] : ['100%', '0']
  return namedDays(days.length).map(({ day, isExtra }) => {
    const isAlone = days.length === 1
    const [anchor, x] =
      !isAlone && day === 0
        ? ['start', start]
        : !isAlone && day === days.length - 1
          ? ['end', end]
          : ['middle', `${middleOf(along, day)}%`]
    const name = isExtra ? 'plot-text plot-text-extra' : 'plot-text'
    return html`<text class=${name} x=${x} y=${height - 8} text-anchor=${anchor}>${days[day]}</text>`
  })
}
