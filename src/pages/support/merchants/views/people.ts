import type { WaitingAdminRequest } from '../../../../platform/people/admin-requests/admin-request.ts'
import type { FirstAdmin } from '../../../../platform/people/admin-requests/first-admin.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import type { Member } from '../../../../platform/people/team.ts'
import { PersonName } from '../../../../platform/people/views/person-name.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { Field } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { SupportVisit } from '../../page.ts'
import { momentInUtc } from '../../words/words.ts'
import type { Problem } from '../problem.ts'

interface PeoplePanelProps {
  readonly visit: SupportVisit
  readonly members: readonly Member[]
  readonly firstAdmin: FirstAdmin
  /** Why no first admin was invited. */
  readonly problem: Problem | undefined
  /** Whether the agent tried to confirm their own request. */
  readonly isOwn: boolean
}

/** The people of a merchant, and its first admin: the request form, or the waiting request. */
export function PeoplePanel({ visit, members, ...first }: PeoplePanelProps): Content {
  const { texts } = visit.words
  return html`${Panel({
    title: texts.peoplePanel,
    children:
      members.length === 0
        ? html`<p class="soft">${texts.nobody}</p>`
        : DataTable({
            caption: texts.peoplePanel,
            columns: [{ label: texts.person }, { label: texts.role }],
            rows: members.map((member) => ({
              cells: [PersonName(member), texts.roles[member.role]],
            })),
          }),
  })}
    ${FirstAdminPanel({ visit, ...first })}`
}

function FirstAdminPanel({ visit, firstAdmin, problem, isOwn }: Omit<PeoplePanelProps, 'members'>): Content {
  const { texts } = visit.words
  const { hasAdmin, isInvited, request } = firstAdmin
  const error = problem && texts.adminProblems[problem.admin ?? 'noEmail']
  const isOver = hasAdmin || isInvited
  return Panel({
    title: texts.firstAdmin,
    children: html`
      ${isOwn && Note({ tone: 'bad', children: html`<p>${texts.ownAdminRequest}</p>` })}
      ${error && (isOver || request) && Note({ tone: 'bad', children: html`<p>${error}</p>` })}
      <p class="soft">${hasAdmin ? texts.adminThere : isInvited ? texts.adminInvited : texts.firstAdminLead}</p>
      ${request && Request({ visit, request })}
      ${!isOver && !request && RequestForm({ visit, error, typed: problem?.fields['email'] ?? '' })}
    `,
  })
}

function Request({ visit, request }: { visit: SupportVisit; request: WaitingAdminRequest }): Content {
  const { words, session } = visit
  const { texts } = words
  const { merchantId, id, email, requestedBy, requestedAt, endsAt, isRequesterHere } = request
  const base = `merchants/${merchantId}/people/${id}`
  const when = [requestedAt, endsAt].map((at) => momentInUtc(words, at)) as [string, string]
  const note = !isRequesterHere
    ? texts.requesterLeft
    : requestedBy.id === session.personId
      ? texts.ownAdminRequest
      : undefined
  return html`<p><strong><bdi dir="ltr">${email}</bdi></strong></p>
    <p class="soft">${texts.adminRequestedBy(isolated(requestedBy.email), ...when)}</p>
    <div class="moves">
      ${
        note === undefined
          ? VisitForm({
              visit,
              to: `${base}/confirm`,
              class: 'move',
              children: html`<button class="button button-main" type="submit">${texts.confirmAdmin}</button>`,
            })
          : html`<p class="soft">${note}</p>`
      }
      ${VisitForm({
        visit,
        to: `${base}/withdraw`,
        class: 'move',
        children: html`<button class="button" type="submit">${texts.withdrawAdmin}</button>`,
      })}
    </div>`
}

interface RequestFormProps {
  readonly visit: SupportVisit
  readonly error: string | undefined
  readonly typed: string
}

function RequestForm({ visit, error, typed }: RequestFormProps): Content {
  const { words, id } = visit
  const { texts } = words
  return VisitForm({
    visit,
    to: `merchants/${id}/people`,
    class: 'form-grid',
    children: html`
      ${Field({
        name: 'email',
        id: 'invite-email',
        label: texts.inviteEmail,
        error,
        input: { type: 'email', value: typed, maxlength: 254, autocomplete: 'off', dir: 'ltr' },
      })}
      <button class="button" type="submit">${texts.requestAdmin}</button>
    `,
  })
}
