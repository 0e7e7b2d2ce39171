import { type Content, html } from '../html.ts'

/** Small drawings that stand beside words, never instead of them. */
const paths = {
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

export type IconName = keyof typeof paths

export function Icon({ name, size }: { name: IconName; size: number }): Content {
  return html`<svg class="sign " viewBox="0 0 24 24" width=${size} height=${size} fill="none" stroke="currentColor"
    stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d=${paths[name]} /></svg>`
}
