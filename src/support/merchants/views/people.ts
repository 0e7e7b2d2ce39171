import { VisitForm } from '../../../people/pages/visit-form.ts'
import { roles } from '../../../people/roles.ts'
import type { Member } from '../../../people/team/team.ts'
import { DataTable } from '../../../ui/desk/components/data-table.ts'
import { Panel } from '../../../ui/desk/components/panel.ts'
import { Field } from '../../../ui/forms/field.ts'
import { ChoiceField } from '../../../ui/forms/fields.ts'
import { type Content, html } from '../../../ui/html.ts'
import type { SupportVisit } from '../../page.ts'
import type { Problem } from '../view-merchant.ts'

interface PeoplePanelProps {
  readonly visit: SupportVisit
  readonly members: readonly Member[]
  /** Why nobody was invited. */
  readonly problem: Problem | undefined
}

/** Who works for a merchant, and the form that invites the first of them. */
export function PeoplePanel({ visit, members, problem }: PeoplePanelProps): Content {
  const { words, id } = visit
  const { texts } = words
  const typed = problem?.fields
  return html`<${Panel} title=${texts.peoplePanel}>
    ${
      members.length === 0
        ? html`<p class="soft">${texts.nobody}</p>`
        : html`<${DataTable} caption=${texts.peoplePanel} columns=${[{ label: texts.person }, { label: texts.role }]}
            rows=${members.map(({ email, role }) => ({ cells: [html`<bdi dir="ltr">${email}</bdi>`, texts.roles[role]] }))} />`
    }
  <//>
  <${Panel} title=${texts.invitePerson}>
    <p class="soft">${texts.inviteLead}</p>
    <${VisitForm} visit=${visit} to=${`merchants/${id}/people`} class="form-grid">
      <${Field} name="email" id="invite-email" label=${texts.inviteEmail} error=${problem && texts.inviteProblems[problem.team ?? 'noEmail']}
        input=${{ type: 'email', value: typed?.['email'] ?? '', maxlength: 254, autocomplete: 'off', dir: 'ltr' }} />
      <${ChoiceField} id="invite-role" name="role" label=${texts.role} value=${typed?.['role'] ?? 'admin'} choices=${roles.map((one) => [one, texts.roles[one]])} />
      <button class="button" type="submit">${texts.inviteButton}</button>
    <//>
  <//>`
}
