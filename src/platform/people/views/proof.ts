import { Field } from '../../ui/forms/fields.ts'
import { Actions, Form, PrimaryButton } from '../../ui/forms/form.ts'
import { type Content, html } from '../../ui/html.ts'
import type { Ceremony } from '../passkeys/ceremony.ts'
import { passwordRules } from '../passwords/password-rules.ts'
import type { PeopleWords } from '../words/words.ts'
import { PasskeyButton } from './passkey-button.ts'

export interface ProofView {
  readonly action: string
  readonly csrfToken: string
  /** Hidden fields. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly isWrong: boolean
  readonly hasPassword: boolean
  /** Whether the person has an app that shows codes. */
  readonly hasApp: boolean
  /** Present if the person has a passkey for this address. */
  readonly ceremony: Ceremony | undefined
  /** The address of single sign-on, if it is configured. */
  readonly sso: string | undefined
}

/** Returns the content of a page that asks for the password, a code, or single sign-on before an important step. */
export function renderProof(words: PeopleWords, view: ProofView): Content {
  const { texts } = words
  const { action, csrfToken, fields, isWrong, hasPassword, hasApp, ceremony, sso } = view
  const hasFields = hasPassword || hasApp
  const hasForm = hasFields || ceremony !== undefined
  const provider =
    sso &&
    html`<p>${hasForm ? texts.proofOrSso : texts.proofLeadSso}</p>
      <div class="action"><a class=${hasForm ? 'button' : 'button button-main'} href=${sso}>${texts.ssoButton}</a></div>`
  if (!hasForm) return html`<section class="panel ask">${provider || html`<p>${texts.proofLeadSso}</p>`}</section>`
  const error = isWrong ? texts.proofWrong : undefined
  const lead = !hasFields
    ? texts.proofLeadPasskey
    : hasApp
      ? hasPassword
        ? texts.proofLeadBoth
        : texts.proofLeadCode
      : texts.proofLead
  return html`<section class="panel ask">
    <p>${lead}</p>
    ${Form({
      action,
      csrfToken,
      class: 'step',
      children: html`
        ${fields.map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
        ${
          hasPassword &&
          Field({
            name: 'proof_password',
            label: texts.passwordLabel,
            error,
            input: {
              type: 'password',
              dir: 'ltr',
              autocomplete: 'current-password',
              maxlength: passwordRules.fieldUnits,
            },
          })
        }
        ${
          hasApp &&
          Field({
            name: 'proof_code',
            label: texts.codeLabel,
            error: hasPassword ? undefined : error,
            input: { type: 'text', dir: 'ltr', inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: 64 },
          })
        }
        ${hasFields && Actions({ children: PrimaryButton({ words, label: texts.goOn }) })}
        ${
          ceremony &&
          PasskeyButton({
            ...{ words, ceremony, label: texts.passkeyUse, field: 'proof_passkey', isMain: !hasFields },
            error: hasFields ? undefined : error,
          })
        }
      `,
    })}
    ${provider}
  </section>`
}
