import { type Content, html } from '../../ui/html.ts'
import type { Ceremony } from '../passkeys/ceremony.ts'
import type { PeopleWords } from '../words/words.ts'

interface PasskeyButtonProps {
  readonly words: PeopleWords
  readonly ceremony: Ceremony
  readonly label: string
  /** The field of the form that takes the browser's answer. */
  readonly field?: string
  readonly isMain?: boolean
  /** Whether the dialog opens with the page. */
  readonly opens?: boolean
  readonly error?: string | undefined
}

/**
 * A button within a form: the browser's script opens the dialog of a passkey and sends the form with the answer. Without
 * a script, or at another address, a sentence says why there is no button.
 */
export function PasskeyButton(props: PasskeyButtonProps): Content {
  const { words, ceremony, label, field = 'passkey', isMain = false, opens = false, error } = props
  const { texts } = words
  return html`<div class="passkey">
    <input type="hidden" name=${field} value="" />
    <button type="button" class=${isMain ? 'primary' : 'secondary'} hidden
      data-passkey=${JSON.stringify(ceremony)} data-opens=${opens ? '' : undefined}
      data-failed=${texts.passkeyFailed} data-known=${texts.passkeyKnown} data-unsupported=${texts.passkeyUnsupported}>
      ${label}
    </button>
    <p class="passkey-elsewhere" hidden>
      ${texts.passkeyElsewhere} <a dir="ltr"></a>
    </p>
    <noscript><p class="soft">${texts.passkeyNoScript}</p></noscript>
    <p class="error" role="alert" hidden=${!error}>${error}</p>
  </div>`
}
