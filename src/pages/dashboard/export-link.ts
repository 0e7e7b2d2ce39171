import { Icon } from '../../platform/ui/components/pictures.ts'
import { type Content, html } from '../../platform/ui/html.ts'
import type { Visit } from './page.ts'

interface ExportLinkProps {
  readonly visit: Visit
  readonly href: string
  /** How many rows the file will have, where that is known: with a script a long one says how far it is. */
  readonly rows?: number | undefined
}

/** The way to what is shown, as a CSV file. */
export function ExportLink({ visit: { words }, href, rows }: ExportLinkProps): Content {
  const { texts } = words
  const label = rows === undefined ? undefined : texts.exportUnderWay(words.number(rows))
  return html`<a class="button" href=${href} data-rows=${rows} data-under-way=${label}>
    ${Icon({ name: 'download', size: 18 })}<span>${texts.exportCsv}</span>
  </a>`
}
