import { stack } from 'd3-shape'
import { type Content, html } from '../../html.ts'
import { type Ink, Plot, type PlotProps } from './figure.ts'
import { type Direction, roundedPercent } from './scales.ts'

export interface Bar {
  readonly label: string
  /** The formatted number, at the end of the row. */
  readonly value: string
  /** Shares of the whole width, 0 to 1, drawn one after the other. */
  readonly parts: readonly { readonly ink: Ink; readonly share: number }[]
  /** The bar's end in the previous period, 0 to 1. */
  readonly before?: number | undefined
}

interface BarPlotProps extends Omit<PlotProps, 'height' | 'children'> {
  readonly direction: Direction
  readonly bars: readonly Bar[]
}

const rowHeight = 54
const barHeight = 14

/** Horizontal bars, each with its name and number above it. */
export function BarPlot({ direction, bars, ...figure }: BarPlotProps): Content {
  const [start, end] = direction === 'ltr' ? ['0', '100%'] : ['100%', '0']
  return Plot({
    ...figure,
    height: bars.length * rowHeight,
    children: bars.map(({ label, value, parts, before }, index) => {
      const top = index * rowHeight
      return html`<text class="plot-name" x=${start} y=${top + 18}>${label}</text>
        <text class="plot-value" x=${end} y=${top + 18} text-anchor="end">${value}</text>
        <rect class="plot-track" width="100%" height=${barHeight} y=${top + 28} rx="4" />
        ${placeParts(parts, direction).map(
          ({ ink, x, width }) =>
            html`<rect class=${`plot-${ink}`} x=${`${x}%`} width=${`${width}%`} height=${barHeight} y=${top + 28}
              rx="3" />`,
        )}
        ${before !== undefined && BeforeMark({ at: before, direction, top: top + 24 })}`
    }),
  })
}

function BeforeMark({ at, direction, top }: { at: number; direction: Direction; top: number }): Content {
  const share = Math.min(Math.max(at, 0), 1)
  const x = `${roundedPercent(direction === 'ltr' ? share : 1 - share)}%`
  return html`<line class="plot-mark" x1=${x} x2=${x} y1=${top} y2=${top + barHeight + 8} />`
}

/** Returns start and width of each part, in percent, in reading direction. Leaves out empty parts. */
export function placeParts(parts: Bar['parts'], direction: Direction): { ink: Ink; x: number; width: number }[] {
  const keys = parts.map((_, index) => String(index))
  const shares = Object.fromEntries(parts.map(({ share }, index) => [index, Math.min(Math.max(share, 0), 1)]))
  return stack()
    .keys(keys)([shares])
    .flatMap(([ends], index) => {
      const [from = 0, to = 0] = ends ?? []
      const part = parts[index]
      if (part === undefined || to <= from) return []
      const x = direction === 'ltr' ? from : 1 - Math.min(to, 1)
      return [{ ink: part.ink, x: roundedPercent(x), width: roundedPercent(Math.min(to, 1) - from) }]
    })
}
