import { type Content, html } from '../../html.ts'

interface PagerProps {
  readonly label: string
  readonly newer: { readonly href: string | undefined; readonly label: string }
  readonly older: { readonly href: string | undefined; readonly label: string }
}

/** The pages beside this one; nothing where there are none. */
export function Pager({ label, newer, older }: PagerProps): Content {
  if (newer.href === undefined && older.href === undefined) return null
  return html`<nav class="pager" aria-label=${label}>
    ${newer.href ? html`<a class="button" rel="prev" href=${newer.href}>${newer.label}</a>` : html`<span></span>`}
    ${older.href && html`<a class="button" rel="next" href=${older.href}>${older.label}</a>`}
  </nav>`
}
