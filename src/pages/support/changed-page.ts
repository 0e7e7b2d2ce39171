import { Note } from '../../platform/ui/back-office/components/panel.ts'
import { html } from '../../platform/ui/html.ts'
import type { SupportAnswer, SupportVisit } from './page.ts'

interface Changed {
  readonly title: string
  /** Says that nothing was done, and why. */
  readonly lead: string
  /** Where it is as it is now, below the console's address. */
  readonly path: string
}

/** Nothing was done, for what the page had shown is no longer true. */
export function changedPage({ words, address }: SupportVisit, { title, lead, path }: Changed): SupportAnswer {
  const content = html`${Note({ tone: 'bad', children: html`<p>${lead}</p>` })}
    <p><a class="button" href=${address(path)}>${words.texts.lookAgain}</a></p>`
  return { status: 409, page: { title, isError: true }, content }
}
