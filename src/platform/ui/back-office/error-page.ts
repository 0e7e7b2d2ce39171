import { html } from '../html.ts'
import type { PageError } from '../page-errors.ts'
import { renderBackOfficePage } from './back-office-page.ts'
import { Empty } from './components/panel.ts'
import type { BackOfficeFrame } from './frame.ts'

/** Returns the error page of a back office, inside its frame: the person can go on to other pages. */
export function renderBackOfficeError(frame: BackOfficeFrame, error: PageError): string {
  const { texts } = frame.words
  const notice = {
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
    { title: notice.title, isError: true },
    Empty({
      icon: 'alert',
      title: notice.title,
      lead: notice.lead,
      children: html`<a class="button" href=${again}>${label}</a>`,
    }),
  )
}
