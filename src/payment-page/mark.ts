import { type Content, html } from './html.ts'

const parts = [0, 1, 2, 3]

/** The ring of four arcs, of which so many are filled: the mark, and the picture of a plan's progress. */
export function Ring(props: { filled: number; size: number; class?: string; label?: string }): Content {
  const label = props.label === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': props.label }
  return html`<svg class=${`ring ${props.class ?? ''}`} viewBox="0 0 24 24" width=${props.size} height=${props.size} fill="none" ...${label}>
    ${parts.map(
      (part) =>
        html`<circle class=${part < props.filled ? 'arc arc-filled' : 'arc'} cx="12" cy="12" r="9.25" pathLength="100"
          stroke-dasharray="15.5 84.5" stroke-dashoffset=${-(part * 25 + 4.75)} transform="rotate(-90 12 12)" />`,
    )}
  </svg>`
}

/** Small signs that stand beside words, never instead of them. */
const signs = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M7 7l10 10M17 7L7 17',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17M12 7.5V12l3 2',
  hands: 'M12 7v5l3 2',
  mark: 'M12 6.5v7M12 17.4v.1',
  lock: 'M8 11V8.5a4 4 0 0 1 8 0V11M6.5 11h11v8h-11z',
  back: 'M14.5 6l-6 6 6 6',
  alert: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17M12 8v4.5M12 16v.1',
  card: 'M3.5 7.5a2 2 0 0 1 2-2h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2zM3.5 10h17M7 15h3',
} as const

export type Sign = keyof typeof signs

export function SignIcon(props: { sign: Sign; size?: number; class?: string }): Content {
  const size = props.size ?? 20
  return html`<svg class=${`sign ${props.class ?? ''}`} viewBox="0 0 24 24" width=${size} height=${size} fill="none" stroke="currentColor"
    stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d=${signs[props.sign]} /></svg>`
}
