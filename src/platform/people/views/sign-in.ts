import { Notice } from '../../ui/components/blocks.ts'
import { Ring, Seal } from '../../ui/components/pictures.ts'
import { Field } from '../../ui/forms/fields.ts'
import { Actions, Form, PrimaryButton } from '../../ui/forms/form.ts'
import { type Content, html } from '../../ui/html.ts'
import { type BackOffice, pathOf } from '../back-office.ts'
import { passwordRules } from '../passwords/password-rules.ts'
import type { PeopleWords } from '../words/words.ts'
import { renderColumn } from './column.ts'

export type SignInProblem = 'signInWrong' | 'signInMissing' | 'noMerchant'

export interface SignInView {
  readonly backOffice: BackOffice
  /** The page's own address, and that of its form. */
  readonly address: string
  readonly csrfToken: string
  /** The typed e-mail. */
  readonly email?: string
  readonly problem?: SignInProblem
  /** The address of single sign-on, if it is configured. */
  readonly sso: string | undefined
  /** The address of the sign-in by a passkey; undefined if passkeys do not work at this service's address. */
  readonly passkey: string | undefined
  /** Sandbox: an account to sign in with. */
  readonly demo: { readonly email: string; readonly password: string } | undefined
}

/** Returns the sign-in page. */
export function renderSignIn(words: PeopleWords, view: SignInView): string {
  const { texts } = words
  const { backOffice, address, csrfToken, email, problem, sso, passkey, demo } = view
  const typed = { dir: 'ltr', required: true, autocapitalize: 'none', spellcheck: false }
  const content = html`
    <section class="hero">
      <div><h1>${texts[`${backOffice}Title`]}</h1><p class="lead">${texts.signInLead[backOffice]}</p></div>
      ${Ring({ filled: 1, size: 56 })}
    </section>
    ${problem && Notice({ text: texts[problem] })}
    ${Form({
      action: address,
      csrfToken,
      class: 'step',
      children: html`
        ${Field({
          name: 'email',
          label: texts.emailLabel,
          input: {
            ...typed,
            type: 'email',
            autocomplete: 'username',
            maxlength: 254,
            value: email ?? '',
            autofocus: problem === undefined,
          },
        })}
        ${Field({
          name: 'password',
          label: texts.passwordLabel,
          input: {
            ...typed,
            type: 'password',
            autocomplete: 'current-password',
            maxlength: passwordRules.fieldUnits,
            autofocus: problem !== undefined,
          },
        })}
        ${Actions({ children: PrimaryButton({ words, label: texts.signInButton }) })}
      `,
    })}
    ${
      (passkey || sso) &&
      html`<p class="aside">
        ${passkey && html`<a href=${passkey}>${texts.passkeySignIn}</a>`}
        ${sso && html`<a href=${sso}>${texts.ssoButton}</a>`}
      </p>`
    }
    ${demo && Demo({ words, demo })}`
  return renderColumn({ backOffice, words, title: texts.signInTitle, isError: problem !== undefined, address }, content)
}

function Demo({ words, demo }: { words: PeopleWords; demo: NonNullable<SignInView['demo']> }): Content {
  const { texts } = words
  return html`<aside class="demo" aria-label=${texts.sandboxTitle}>
    <p><strong>${texts.sandboxTitle}.</strong> ${texts.sandboxLead}</p>
    <dl>
      <dt>${texts.emailLabel}</dt><dd><bdi dir="ltr">${demo.email}</bdi></dd>
      <dt>${texts.passwordLabel}</dt><dd><bdi dir="ltr">${demo.password}</bdi></dd>
    </dl>
  </aside>`
}

/** Why single sign-on failed. */
export type SsoProblem = 'failed' | 'unknown' | 'no_merchant'

export function renderSsoProblem(words: PeopleWords, backOffice: BackOffice, problem: SsoProblem): string {
  const { texts } = words
  const address = `${pathOf[backOffice]}/sign-in`
  const content = html`<section class="outcome">
    ${Seal({ icon: 'cross', filled: 0 })}
    <h1>${texts.ssoProblemTitle}</h1>
    <p class="lead">${texts.ssoProblems[problem]}</p>
    ${Actions({ children: html`<a class="primary" href=${address}>${texts.tryAgain}</a>` })}
  </section>`
  return renderColumn({ backOffice, words, title: texts.ssoProblemTitle, isError: true, address }, content)
}
