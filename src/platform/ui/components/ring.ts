import { type Content, html } from '../html.ts'

const arcs = [0, 1, 2, 3]

/**
 * The ring of four arcs, of which so many are filled, and so many after them marked as late: the mark, the sign of loading, and the
 * picture of a plan's progress.
 */
export function Ring(props: { filled: number; late?: number; size: number; class?: string }): Content {
  return html`<svg class=${`ring ${props.class ?? ''}`} viewBox="0 0 24 24" width=${props.size} height=${props.size} fill="none" aria-hidden="true">
    ${arcs.map(
      (arc) =>
        html`<circle class=${arcClass(arc, props.filled, props.late ?? 0)} cx="12" cy="12" r="9.25" pathLength="100"
          stroke-dasharray="15.5 84.5" stroke-dashoffset=${-(arc * 25 + 4.75)} transform="rotate(-90 12 12)" />`,
    )}
  </svg>`
}

function arcClass(arc: number, filled: number, late: number): string {
  if (arc < filled) return 'arc arc-filled'
  return arc < filled + late ? 'arc arc-late' : 'arc'
}
