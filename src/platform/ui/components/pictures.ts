import { type Content, html } from '../html.ts'

// Each of these paths has two names.
const card = 'M3.5 7.5a2 2 0 0 1 2-2h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2zM3.5 10h17M7 15h3'
const clock = 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17M12 7.5V12l3 2'
const person = 'M12 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M5 20a7 7 0 0 1 14 0'

/** Paths of icons. An icon accompanies a word and never replaces it. */
const paths = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M7 7l10 10M17 7L7 17',
  clock,
  hands: 'M12 7v5l3 2',
  mark: 'M12 6.5v7M12 17.4v.1',
  lock: 'M8 11V8.5a4 4 0 0 1 8 0V11M6.5 11h11v8h-11z',
  back: 'M14.5 6l-6 6 6 6',
  alert: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17M12 8v4.5M12 16v.1',
  card,
  home: 'M4 11l8-6.5 8 6.5V20h-5.5v-5h-5v5H4z',
  payments: card,
  links: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  disputes: 'M12 4l8.5 15h-17zM12 10v4M12 16.6v.1',
  settlements: 'M5 4.5h14v15l-2.3-1.5-2.4 1.5-2.3-1.5-2.3 1.5-2.4-1.5L5 19.5zM9 9h6M9 13h6',
  payouts: 'M4 9.5L12 5l8 4.5M5 19.5h14M7 10v7M12 10v7M17 10v7',
  webhooks: 'M4 12h5l2-6 3 12 2-6h4',
  keys: 'M8 15.5a3.5 3.5 0 1 1 3.3-4.7H20v3h-2.5v2.2h-3v-2.2h-3.2A3.5 3.5 0 0 1 8 15.5',
  developers: 'M9 8l-4 4 4 4M15 8l4 4-4 4',
  team: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M3.5 19a5.5 5.5 0 0 1 11 0M16 11.5a2.6 2.6 0 1 0-1-5M17 14a4.6 4.6 0 0 1 3.5 4.5',
  activity: clock,
  settings: 'M4 7h9M17 7h3M4 12h3M11 12h9M4 17h9M17 17h3M15 5v4M9 10v4M15 15v4',
  customers: person,
  merchants:
    'M4 9l1.5-4.5h13L20 9M5 9v10.5h14V9M4 9a2.6 2.6 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.6 2.6 0 0 0 20 9M10 19.5v-5h4v5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.5 15.5L20 20',
  person,
  menu: 'M4 7h16M4 12h16M4 17h16',
  down: 'M6 9.5l6 6 6-6',
  download: 'M12 4v10M7.5 10l4.5 4.5 4.5-4.5M5 19.5h14',
  dot: 'M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size }: { name: IconName; size: number }): Content {
  return html`<svg class=${name === 'back' ? 'sign sign-turns' : 'sign'} viewBox="0 0 24 24" width=${size} height=${size} fill="none" stroke="currentColor"
    stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d=${paths[name]} /></svg>`
}

interface RingProps {
  readonly of?: number
  readonly filled: number
  readonly late?: number
  readonly size: number
  readonly class?: string
}

/**
 * A ring of arcs: with four of them Qist's mark and the loading sign; otherwise the progress of a plan of `of` parts.
 * `filled`: number of filled arcs. `late`: number of late arcs after them.
 */
export function Ring({ of = 4, filled, late = 0, size, class: className = '' }: RingProps): Content {
  // The gap between two arcs is 9.5 of 100, with many arcs less.
  const step = 100 / of
  const gap = Math.min(9.5, step / 2.5)
  return html`<svg class=${`ring ${className}`} viewBox="0 0 24 24" width=${size} height=${size} fill="none" aria-hidden="true">
    ${Array.from(
      { length: of },
      (_, arc) =>
        html`<circle class=${arcClass(arc, filled, late)} cx="12" cy="12" r="9.25" pathLength="100"
          stroke-dasharray=${`${step - gap} ${100 - step + gap}`} stroke-dashoffset=${-(arc * step + gap / 2)} transform="rotate(-90 12 12)" />`,
    )}
  </svg>`
}

function arcClass(arc: number, filled: number, late: number): string {
  if (arc < filled) return 'arc arc-filled'
  return arc < filled + late ? 'arc arc-late' : 'arc'
}

/** An outcome: an icon in a large ring. */
export function Seal({ icon, filled }: { icon: IconName; filled: number }): Content {
  return html`<div class="seal">${Ring({ filled, size: 88 })}${Icon({ name: icon, size: 36 })}</div>`
}
