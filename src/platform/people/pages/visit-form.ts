import { Form } from '../../ui/forms/form.ts'
import { type Content, html } from '../../ui/html.ts'
import { type BackOfficeVisit, formTokenOf } from './back-office-visit.ts'

interface VisitFormProps {
  readonly visit: Pick<BackOfficeVisit, 'session' | 'address'>
  /** The address below the back office, with its query; absent: the page's own. */
  readonly to?: string | undefined
  readonly class?: string
  readonly id?: string
  /** Whether it sends files. */
  readonly hasFiles?: boolean
  /** Hidden fields. */
  readonly hidden?: Readonly<Record<string, string>>
  readonly children?: Content
}

/** A form of a signed-in person. It has the token of the session. */
export function VisitForm({
  visit,
  to,
  class: extra,
  id,
  hasFiles = false,
  hidden = {},
  children,
}: VisitFormProps): Content {
  const action = to === undefined ? undefined : visit.address(to)
  return Form({
    action,
    csrfToken: formTokenOf(visit),
    class: extra,
    id,
    hasFiles,
    children: html`
      ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
      ${children}
    `,
  })
}
