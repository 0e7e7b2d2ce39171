import { type IconName, Seal } from '../components/pictures.ts'
import { Actions } from '../forms/form.ts'
import { html } from '../html.ts'
import type { PageError } from '../page-errors.ts'
import { type ColumnPageProps, renderColumnPage } from './column-page.ts'

const icons: Readonly<Record<PageError, IconName>> = {
  notFound: 'cross',
  broken: 'mark',
  busy: 'hands',
  overtaken: 'hands',
  stale: 'hands',
  forbidden: 'lock',
  cookies: 'lock',
}

interface ErrorPageProps extends Omit<ColumnPageProps, 'title'> {
  readonly error: PageError
  readonly title: string
  readonly lead: string
  /** The address of the retry link. */
  readonly retry: string | undefined
}

/** Returns the error page of customers' pages, with a retry link if there is one. */
export function renderErrorPage(props: ErrorPageProps): string {
  const { words, error, title, lead, retry } = props
  const label = error === 'stale' ? words.texts.openAgain : words.texts.tryAgain
  return renderColumnPage(
    props,
    html`<main id="main" class="sheet sheet-low">
      <section class="outcome outcome-refused">
        ${Seal({ icon: icons[error], filled: 0 })}
        <h1>${title}</h1><p class="lead">${lead}</p>
        ${retry && Actions({ children: html`<a class="primary" href=${retry}>${label}</a>` })}
      </section>
    </main>`,
  )
}
