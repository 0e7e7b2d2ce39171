import type { Invitation } from '../../../../platform/people/invitations/invitation.ts'
import type { TeamProblem } from '../../../../platform/people/pages/team-problems.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { roles } from '../../../../platform/people/roles.ts'
import type { Member } from '../../../../platform/people/team.ts'
import { PersonName } from '../../../../platform/people/views/person-name.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Facts, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { ChoiceField, Field, Options } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { leftToRight } from '../../../../platform/ui/words/lang.ts'
import { DoneNote } from '../../done-note.ts'
import type { Answer, Fields, Visit } from '../../page.ts'
import { clockNoteOf, type StoreTimes } from '../../times.ts'
import { FactorPanel } from './factor-panel.ts'

/** The outcome of a form, as the page shows it. */
export interface TeamNotice {
  readonly done?: string | undefined
  readonly problem?: TeamProblem
  readonly fields?: Fields
}

/** The team as its page shows it. */
export interface TeamView {
  readonly members: readonly Member[]
  /** Whether the merchant requires a second factor. */
  readonly isFactorRequired: boolean
  readonly invitations: readonly Invitation[]
  readonly times: StoreTimes
  readonly notice: TeamNotice
}

/** The members, the form that invites, and the open invitations. */
export function teamPage(visit: Visit, view: TeamView): Answer {
  const { words } = visit
  const { texts } = words
  const { invitations, times, notice } = view
  const mayChange = visit.may('change_team')
  const problem =
    notice.problem !== undefined && notice.problem !== 'noEmail' ? texts.teamProblems[notice.problem] : undefined
  const content = html`
    ${DoneNote({ messages: texts.teamDone, done: notice.done })}
    ${problem && Note({ tone: 'bad', children: html`<p>${problem} ${texts.nothingChanged}</p>` })}
    ${Members({ visit, view, mayChange })}
    ${mayChange && FactorPanel({ visit, ...view })}
    ${mayChange && Invite({ visit, notice })}
    ${invitations.length > 0 && Invitations({ visit, view, mayChange })}
    <p class="soft small">${clockNoteOf(visit, times.currency, 'real')}</p>`
  return { page: { title: texts.team, isError: notice.problem !== undefined }, content }
}

interface PartProps {
  readonly visit: Visit
  readonly view: TeamView
  readonly mayChange: boolean
}

function Members({ visit, view: { members, times }, mayChange }: PartProps): Content {
  const { words, session } = visit
  const { texts } = words
  const columns = [
    { label: texts.member },
    { label: texts.memberRole },
    { label: texts.memberFactor },
    { label: texts.memberSeen },
    ...(mayChange ? [{ label: texts.memberLeaves }] : []),
  ]
  const rows = members.map((member) => ({
    cells: [
      html`${PersonName(member)}
        ${member.personId === session.personId && html` <span class="soft">${texts.thatIsYou}</span>`}`,
      mayChange ? RoleForm({ visit, member }) : texts.roles[member.role],
      member.hasSecondFactor ? texts.factorOn : texts.factorOff,
      member.lastSeenAt === null ? '–' : times.moment(member.lastSeenAt),
      ...(mayChange
        ? [
            VisitForm({
              visit,
              to: 'team/remove',
              hidden: { person: member.personId },
              children: html`<button class="button button-grave" type="submit"
                aria-label=${texts.removeNamed(leftToRight(member.email))}>
                ${texts.remove}
              </button>`,
            }),
          ]
        : []),
    ],
  }))
  return DataTable({ caption: texts.team, columns, rows })
}

function RoleForm({ visit, member }: { visit: Visit; member: Member }): Content {
  const { texts } = visit.words
  return VisitForm({
    visit,
    to: 'team/role',
    class: 'line-actions',
    hidden: { person: member.personId },
    children: html`
      <select class="inline-select" name="role" aria-label=${texts.roleOf(leftToRight(member.email))}>
        ${Options({ value: member.role, choices: roles.map((role) => [role, texts.roles[role]]) })}
      </select>
      <button class="button" type="submit" aria-label=${texts.changeRoleOf(leftToRight(member.email))}>
        ${texts.change}
      </button>
    `,
  })
}

function Invite({ visit, notice: { problem, fields = {} } }: { visit: Visit; notice: TeamNotice }): Content {
  const { texts } = visit.words
  const typed = problem === undefined ? {} : fields
  return Panel({
    title: texts.invite,
    id: 'invite',
    children: html`
      ${VisitForm({
        visit,
        to: 'team/invite',
        class: 'move',
        children: html`
          ${Field({
            name: 'email',
            label: texts.memberEmail,
            error: problem === 'noEmail' ? texts.teamProblems.noEmail : undefined,
            input: {
              type: 'email',
              dir: 'ltr',
              autocomplete: 'off',
              maxlength: 254,
              required: true,
              value: typed['email'] ?? '',
            },
          })}
          ${ChoiceField({
            name: 'role',
            label: texts.memberRole,
            value: typed['role'] ?? 'operator',
            choices: roles.map((role) => [role, texts.roles[role]]),
          })}
          <button class="button button-main" type="submit">${texts.invite}</button>
        `,
      })}
      ${Facts({ facts: roles.map((role) => [texts.roles[role], texts.roleLeads[role]]) })}
    `,
  })
}

function Invitations({ visit, view: { members, invitations, times }, mayChange }: PartProps): Content {
  const { texts } = visit.words
  const names = new Map(members.map(({ email, name }) => [email, name]))
  const columns = [
    { label: texts.memberEmail },
    { label: texts.memberRole },
    { label: texts.invitedBy },
    { label: texts.invitedUntil },
    ...(mayChange ? [{ label: texts.withdraw }] : []),
  ]
  const rows = invitations.map(({ id, email, role, invitedBy, endsAt }) => ({
    cells: [
      html`<bdi dir="ltr">${email}</bdi>`,
      role === undefined ? '–' : texts.roles[role],
      PersonName({ email: invitedBy, name: names.get(invitedBy) }),
      times.moment(endsAt),
      ...(mayChange
        ? [
            VisitForm({
              visit,
              to: 'team/withdraw',
              hidden: { invitation: id },
              children: html`<button class="button" type="submit" aria-label=${texts.withdrawNamed(leftToRight(email))}>
                ${texts.withdraw}
              </button>`,
            }),
          ]
        : []),
    ],
  }))
  return html`<h2>${texts.invitations}</h2>${DataTable({ caption: texts.invitations, columns, rows })}`
}
