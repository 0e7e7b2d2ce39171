import { type Content, html } from '../../html.ts'

export interface Column {
  readonly label: string
  /** Numbers and amounts: aligned to the end of the cell. */
  readonly isNumber?: boolean
  /** Hidden on a phone. */
  readonly isMinor?: boolean
}

export interface Row {
  /** The page of the row. The first cell is the link. */
  readonly href?: string | undefined
  readonly cells: readonly Content[]
}

interface DataTableProps {
  /** Describes the table for screen readers; shown if `isCaptionShown`. */
  readonly caption: string
  readonly isCaptionShown?: boolean
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** The last row: sums. */
  readonly footer?: readonly Content[] | undefined
}

/** A table with one link per row. On a phone each row is a card with labels. */
export function DataTable({ caption, isCaptionShown, columns, rows, footer }: DataTableProps): Content {
  const classOf = ({ isNumber, isMinor }: Column): string | undefined =>
    [isNumber && 'number cell-end', isMinor && 'cell-minor'].filter(Boolean).join(' ') || undefined
  const cell = (content: Content, index: number, href: string | undefined): Content => {
    const column = columns[index] ?? { label: '' }
    const inner =
      index === 0 && href !== undefined ? html`<a href=${href} class="row-link"><span>${content}</span></a>` : content
    return index === 0
      ? html`<th scope="row" class=${classOf(column)}>${inner}</th>`
      : html`<td class=${classOf(column)} data-label=${column.label}>${inner}</td>`
  }
  return html`<div class="table-frame"><table class="table">
    <caption class=${isCaptionShown ? 'caption' : 'unseen'}>${caption}</caption>
    <thead><tr>${columns.map((column) => html`<th scope="col" class=${classOf(column)}>${column.label}</th>`)}</tr></thead>
    <tbody>${rows.map(({ href, cells }) => html`<tr>${cells.map((content, index) => cell(content, index, href))}</tr>`)}</tbody>
    ${footer && html`<tfoot><tr>${footer.map((content, index) => cell(content, index, undefined))}</tr></tfoot>`}
  </table></div>`
}

interface PagerProps {
  readonly label: string
  /** The place of the page in the list: `1–50 of 2,300`. */
  readonly range?: string | undefined
  readonly newer: { readonly href: string | undefined; readonly label: string }
  readonly older: { readonly href: string | undefined; readonly label: string }
}

/** Links to the newer and older page, around the place of this one; nothing if there is nothing to say. */
export function Pager({ label, range, newer, older }: PagerProps): Content {
  if (newer.href === undefined && older.href === undefined && range === undefined) return null
  return html`<nav class="pager" aria-label=${label}>
    ${newer.href ? html`<a class="button" rel="prev" href=${newer.href}>${newer.label}</a>` : html`<span></span>`}
    ${range !== undefined && html`<span class="pager-range number">${range}</span>`}
    ${older.href ? html`<a class="button" rel="next" href=${older.href}>${older.label}</a>` : range !== undefined && html`<span></span>`}
  </nav>`
}
