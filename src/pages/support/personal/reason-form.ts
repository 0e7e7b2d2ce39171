import { cutText } from '../../../platform/base/texts.ts'
import { VisitForm } from '../../../platform/people/pages/visit-form.ts'
import { Panel } from '../../../platform/ui/back-office/components/panel.ts'
import { Field } from '../../../platform/ui/forms/field.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import type { SupportVisit } from '../page.ts'

interface ReasonFormProps {
  readonly visit: SupportVisit
  readonly title: string
  readonly lead: string
  readonly label: string
  /** Below the console's address; absent: the page's own, which may have in it what is not to be read yet. */
  readonly to?: string
  /** Where one goes on afterwards. */
  readonly next?: string
}

/** Asks why somebody wants to see what is personal. */
export function ReasonForm({ visit, title, lead, label, to, next }: ReasonFormProps): Content {
  const { texts } = visit.words
  const isMissing = visit.query('reason') === 'missing'
  return Panel({
    title,
    children: html`
      <p class="soft">${lead}</p>
      ${VisitForm({
        visit,
        to,
        class: 'stack',
        hidden: next === undefined ? {} : { next },
        children: html`
          ${Field({
            name: 'reason',
            label: texts.reasonLabel,
            hint: texts.reasonHint,
            error: isMissing ? texts.reasonMissing : undefined,
            input: { required: true, maxlength: 500, autocomplete: 'off' },
          })}
          <button class="button" type="submit">${label}</button>
        `,
      })}
    `,
  })
}

/** The reason that a form gave; undefined where it is none. */
export function reasonIn(fields: Readonly<Record<string, string>>): string | undefined {
  const reason = cutText((fields['reason'] ?? '').trim(), 500)
  return reason === '' ? undefined : reason
}
