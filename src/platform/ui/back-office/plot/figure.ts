import { Icon } from '../../components/pictures.ts'
import { type Content, html } from '../../html.ts'

/** The numbers of a plot as a table. The first cell of a row names the row. */
interface PlotNumbers {
  readonly label: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export type Ink = 'main' | 'second' | 'third' | 'bad' | 'before'

export interface PlotProps {
  readonly id: string
  readonly title: string
  /** The plot's result in one sentence, for screen readers. */
  readonly finding: string
  readonly height: number
  readonly numbers: PlotNumbers
  readonly legend?: readonly { readonly ink: Ink; readonly label: string }[]
  /** Whether a scale stands at the start side. */
  readonly hasScale?: boolean
  readonly children?: Content
}

/** A plot with legend and finding. Its numbers are in a table that opens on a click. */
export function Plot({ id, title, finding, height, numbers, legend = [], hasScale, children }: PlotProps): Content {
  return html`<figure class="plot">
    ${
      legend.length > 0 &&
      html`<ul class="plot-legend">
        ${legend.map(({ ink, label }) => html`<li>${Swatch({ ink })}<span>${label}</span></li>`)}
      </ul>`
    }
    <svg class=${hasScale ? 'plot-picture plot-scaled' : 'plot-picture'} width="100%" height=${height} role="img"
      aria-labelledby=${`${id}-title ${id}-finding`}>
      <title id=${`${id}-title`}>${title}</title><desc id=${`${id}-finding`}>${finding}</desc>
      ${children}
    </svg>
    ${Numbers({ title, ...numbers })}
  </figure>`
}

function Swatch({ ink }: { ink: Ink }): Content {
  return html`<svg width="12" height="12" aria-hidden="true">
    <rect class=${`plot-${ink}`} width="12" height="12" rx="3" />
  </svg>`
}

function Numbers({ title, label, columns, rows }: PlotNumbers & { title: string }): Content {
  return html`<details class="plot-numbers">
    <summary>${Icon({ name: 'down', size: 16 })}<span>${label}<span class="unseen">: ${title}</span></span></summary>
    <div class="plot-scroll" tabindex="0" role="region" aria-label=${title}>
      <table>
        <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
        <tbody>
          ${rows.map(
            ([first, ...rest]) => html`<tr><th>${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`
}
