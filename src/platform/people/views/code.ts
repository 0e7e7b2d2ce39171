import { Field } from '../../ui/forms/fields.ts'
import { Actions, Form, PrimaryButton } from '../../ui/forms/form.ts'
import { html } from '../../ui/html.ts'
import { leftToRight } from '../../ui/words/lang.ts'
import type { BackOffice } from '../back-office.ts'
import type { Ceremony } from '../passkeys/ceremony.ts'
import type { PeopleWords } from '../words/words.ts'
import { renderColumn } from './column.ts'
import { PasskeyButton } from './passkey-button.ts'

/** Why the second step failed. */
export type CodeProblem = 'code' | 'passkey' | 'stale'

export interface CodeView {
  readonly backOffice: BackOffice
  /** The page's own address, and that of its form. */
  readonly address: string
  readonly csrfToken: string
  readonly email: string
  /** Whether the person has an app that shows codes. Otherwise the field takes recovery codes. */
  readonly hasApp: boolean
  /** Present if the person has a passkey for this address. */
  readonly ceremony: Ceremony | undefined
  /** The hosts of passkeys that work only there. */
  readonly otherHosts: readonly string[]
  readonly problem: CodeProblem | undefined
}

/** Returns the page that asks for the code of the second factor, after the password. */
export function renderCode(words: PeopleWords, view: CodeView): string {
  const { texts } = words
  const { backOffice, address, csrfToken, email, hasApp, ceremony, otherHosts, problem } = view
  const hosts = otherHosts.map(leftToRight).join(', ')
  const passkeyErrors = { passkey: texts.passkeyWrong, stale: texts.passkeyStale, code: undefined }
  const content = html`
    <section class="hero">
      <div><h1>${texts.codeTitle}</h1><p class="lead"><bdi dir="ltr">${email}</bdi></p></div>
    </section>
    ${Form({
      action: address,
      csrfToken,
      class: 'step',
      children: html`
        ${
          ceremony &&
          PasskeyButton({
            ...{ words, ceremony, label: texts.passkeyUse, isMain: !hasApp },
            error: problem && passkeyErrors[problem],
          })
        }
        ${hosts && html`<p class="soft">${texts.passkeyHosts(hosts)}</p>`}
        ${Field({
          name: 'code',
          label: hasApp ? texts.codeLabel : texts.recoveryCodeLabel,
          hint: hasApp ? texts.codeHint : texts.recoveryCodeHint,
          error: problem === 'code' ? texts.codeWrong : undefined,
          input: {
            type: 'text',
            dir: 'ltr',
            inputmode: 'numeric',
            autocomplete: 'one-time-code',
            autocapitalize: 'none',
            required: true,
            maxlength: 64,
            autofocus: hasApp,
          },
        })}
        ${Actions({
          children: hasApp
            ? PrimaryButton({ words, label: texts.signInButton })
            : html`<button class="secondary" type="submit">${texts.signInButton}</button>`,
        })}
      `,
    })}
    ${Form({
      action: `/${backOffice}/sign-out`,
      csrfToken,
      class: 'aside',
      children: html`<button class="quiet" type="submit">${texts.otherAccount}</button>`,
    })}`
  return renderColumn({ backOffice, words, title: texts.codeTitle, isError: problem !== undefined, address }, content)
}
