import { Note } from '../../platform/ui/back-office/components/panel.ts'
import { html } from '../../platform/ui/html.ts'
import type { SupportAnswer, SupportVisit } from './page.ts'

interface ChangedPageProps {
  readonly title: string
  /** Says that nothing was done, and why. */
  readonly lead: string
  /** Path of the current page, below `/support`. */
  readonly path: string
}

/** Returns the 409 page: nothing was done, because the data has changed since the page was opened. */
export function changedPage({ words, address }: SupportVisit, { title, lead, path }: ChangedPageProps): SupportAnswer {
  const content = html`${Note({ tone: 'bad', children: html`<p>${lead}</p>` })}
    <p><a class="button" href=${address(path)}>${words.texts.reload}</a></p>`
  return { status: 409, page: { title, isError: true }, content }
}
