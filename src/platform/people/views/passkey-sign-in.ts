import { Notice } from '../../ui/components/blocks.ts'
import { Form } from '../../ui/forms/form.ts'
import { html } from '../../ui/html.ts'
import type { BackOffice } from '../back-office.ts'
import type { Ceremony } from '../passkeys/ceremony.ts'
import type { PeopleWords } from '../words/words.ts'
import { renderColumn } from './column.ts'
import { PasskeyButton } from './passkey-button.ts'

/** Why a sign-in by a passkey failed. */
export type PasskeySignInProblem = 'passkeyWrong' | 'passkeyStale' | 'noMerchant'

interface PasskeySignInView {
  readonly backOffice: BackOffice
  /** The page's own address, and that of its form. */
  readonly address: string
  readonly csrfToken: string
  readonly ceremony: Ceremony
  /** The address of the sign-in by password. */
  readonly signIn: string
  readonly problem: PasskeySignInProblem | undefined
}

/** Returns the page that signs in by a passkey alone. */
export function renderPasskeySignIn(words: PeopleWords, view: PasskeySignInView): string {
  const { texts } = words
  const { backOffice, address, csrfToken, ceremony, signIn, problem } = view
  const content = html`
    <section class="hero">
      <div><h1>${texts.passkeySignIn}</h1><p class="lead">${texts.passkeySignInLead}</p></div>
    </section>
    ${problem && Notice({ text: texts[problem] })}
    ${Form({
      action: address,
      csrfToken,
      class: 'step',
      children: PasskeyButton({
        ...{ words, ceremony, label: texts.passkeyUse, isMain: true },
        // After a failure the dialog waits for a press.
        opens: problem === undefined,
      }),
    })}
    <p class="aside"><a href=${signIn}>${texts.passwordInstead}</a></p>`
  const isError = problem !== undefined
  return renderColumn({ backOffice, words, title: texts.passkeySignIn, isError, address }, content)
}
