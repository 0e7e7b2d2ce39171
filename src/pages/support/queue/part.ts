import { Panel } from '../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import type { SupportVisit } from '../page.ts'

interface PartProps {
  readonly visit: SupportVisit
  readonly title: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly children?: Content
}

/** Some of what waits, and the way to all of it. */
export function Part({ visit, title, path, query, children }: PartProps): Content {
  const { words, address } = visit
  const label = words.texts.allOf(title)
  const aside = html`<a class="quiet" href=${address(path, query)} aria-label=${label}>${words.texts.all}</a>`
  return Panel({ title, aside, children })
}
