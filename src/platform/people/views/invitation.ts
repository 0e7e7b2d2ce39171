import { Notice } from '../../ui/components/blocks.ts'
import { Seal } from '../../ui/components/pictures.ts'
import { Field } from '../../ui/forms/fields.ts'
import { Actions, Form, PrimaryButton } from '../../ui/forms/form.ts'
import { type Content, html } from '../../ui/html.ts'
import type { BackOffice } from '../back-office.ts'
import type { JoinProblem } from '../invitations/accept-invitation.ts'
import type { OpenedInvitation } from '../invitations/invitations.ts'
import { nameLength } from '../names.ts'
import { passwordRules } from '../passwords/password-rules.ts'
import type { PeopleWords } from '../words/words.ts'
import { renderColumn } from './column.ts'

/** The next step: choose a password, sign in first, accept, or sign out because another person is signed in. */
export type InvitationStep = 'password' | 'sign_in' | 'accept' | 'other'

export interface InvitationView {
  /** The page's own address, and that of its form. */
  readonly address: string
  readonly csrfToken: string
  readonly step: InvitationStep
  /** The address of the sign-in, which leads back here. */
  readonly signIn: string
  /** The address of single sign-on, if it is configured. */
  readonly sso: string | undefined
  readonly problem?: JoinProblem | undefined
  /** The typed name. */
  readonly name?: string | undefined
}

/** Returns the page of an invitation. */
export function renderInvitation(words: PeopleWords, invitation: OpenedInvitation, view: InvitationView): string {
  const { texts } = words
  const { backOffice, email, role, place } = invitation
  const lead =
    place === undefined || role === undefined ? texts.invitationToSupport : texts.invitationTo(place, texts.roles[role])
  const content = html`
    <section class="hero"><div><h1>${texts.invitationTitle}</h1><p class="lead">${lead}</p></div></section>
    <p>${texts.invitationFor} <bdi class="strong" dir="ltr">${email}</bdi></p>
    ${JoinForm({ words, invitation, view })}`
  const isError = view.problem !== undefined || view.step === 'other'
  return renderColumn({ backOffice, words, title: texts.invitationTitle, isError, address: view.address }, content)
}

function JoinForm(props: { words: PeopleWords; invitation: OpenedInvitation; view: InvitationView }): Content {
  const { words, invitation, view } = props
  const { texts } = words
  const form = { action: view.address, csrfToken: view.csrfToken, class: 'step' }
  const join = Actions({ children: PrimaryButton({ words, label: texts.invitationJoin }) })
  switch (view.step) {
    case 'password': {
      const { password, name } = view.problem ?? {}
      return html`${Form({
        ...form,
        children: html`
          <input class="unseen" type="text" name="username" value=${invitation.email} autocomplete="username"
            tabindex="-1" aria-hidden="true" readonly />
          ${Field({
            name: 'password',
            label: texts.invitationPassword,
            hint: texts.passwordHint,
            error: password && texts.passwordProblems[password],
            input: {
              type: 'password',
              dir: 'ltr',
              autocomplete: 'new-password',
              required: true,
              maxlength: passwordRules.fieldUnits,
              autofocus: true,
            },
          })}
          ${Field({
            name: 'name',
            label: texts.invitationName,
            hint: texts.invitationNameHint,
            error: name && texts.nameProblems[name],
            input: { type: 'text', dir: 'auto', autocomplete: 'name', maxlength: nameLength, value: view.name ?? '' },
          })}
          ${join}
        `,
      })}
        ${view.sso && html`<p class="aside"><a href=${view.sso}>${texts.ssoButton}</a></p>`}`
    }
    case 'sign_in':
      return Actions({ children: html`<a class="primary" href=${view.signIn}>${texts.invitationSignIn}</a>` })
    case 'accept':
      return Form({ ...form, children: join })
    case 'other':
      return html`${Notice({ text: texts.invitationOther })}
        ${Form({
          action: `/${invitation.backOffice}/sign-out`,
          csrfToken: view.csrfToken,
          children: Actions({ children: PrimaryButton({ words, label: texts.signOut }) }),
        })}`
  }
}

/** Returns the page of a link that does not work any more. */
export function renderNoInvitation(words: PeopleWords, backOffice: BackOffice, address: string): string {
  const { texts } = words
  const content = html`<section class="outcome">
    ${Seal({ icon: 'cross', filled: 0 })}
    <h1>${texts.invitationGoneTitle}</h1>
    <p class="lead">${texts.invitationGone}</p>
  </section>`
  return renderColumn({ backOffice, words, title: texts.invitationGoneTitle, isError: true, address }, content)
}
