import { html } from '../html.ts'
import type { PageError } from '../page-errors.ts'
import { renderBackOfficePage } from './back-office-page.ts'
import { Empty } from './components/panel.ts'
import type { BackOfficeFrame } from './frame.ts'

/** Something is in the way of a page: said within the frame, so that one may go elsewhere. */
export function renderBackOfficeError(frame: BackOfficeFrame, error: PageError): string {
  const { texts } = frame.words
  const said = {
    notFound: { title: texts.notFoundTitle, lead: texts.notFoundLead },
    forbidden: { title: texts.forbiddenTitle, lead: texts.forbiddenLead },
    broken: { title: texts.brokenTitle, lead: texts.brokenLead },
    busy: { title: texts.busyTitle, lead: texts.busyLead },
    overtaken: { title: texts.overtakenTitle, lead: texts.overtakenLead },
    stale: { title: texts.staleTitle, lead: texts.staleLead },
    cookies: { title: texts.cookiesTitle, lead: texts.cookiesLead },
  }[error]
  const again = error === 'notFound' || error === 'forbidden' ? frame.home : frame.address
  const label = error === 'notFound' || error === 'forbidden' ? texts.toHome : texts.tryAgain
  return renderBackOfficePage(
    frame,
    { title: said.title, isError: true },
    Empty({
      icon: 'alert',
      title: said.title,
      lead: said.lead,
      children: html`<a class="button" href=${again}>${label}</a>`,
    }),
  )
}
