import { Note, Panel } from '../../ui/back-office/components/panel.ts'
import { Field } from '../../ui/forms/fields.ts'
import { Actions, Form, PrimaryButton } from '../../ui/forms/form.ts'
import { type Content, html } from '../../ui/html.ts'
import type { Enrolment } from '../second-factor/set-second-factor.ts'
import { totpAddress } from '../second-factor/totp.ts'
import type { PeopleWords } from '../words/words.ts'

interface EnrolmentView {
  readonly action: string
  readonly csrfToken: string
  readonly email: string
  readonly enrolment: Enrolment
  readonly isWrong: boolean
  /** Why the person must set up a second factor now; undefined if they need not. */
  readonly lead: string | undefined
  /** The address of a new passkey, as another second factor. */
  readonly passkey: string | undefined
}

/** Returns a secret for an app, as a QR code and in letters, and a field for a code of the app. */
export async function renderEnrolment(words: PeopleWords, view: EnrolmentView): Promise<Content> {
  const { texts } = words
  const { action, csrfToken, email, enrolment, isWrong, lead, passkey } = view
  const grouped = enrolment.secret.match(/.{4}/g)?.join(' ')
  const picture = await drawQr(totpAddress(enrolment.secret, email, 'Qist'), texts.qrLabel)
  return html`<section class="panel ask">
    ${lead && html`<p class="strong">${lead}</p>`}
    <p>${texts.enrolLead}</p>
    ${picture}
    <p class="soft small">${texts.enrolByHand} <code dir="ltr" class="letters">${grouped}</code></p>
    ${Form({
      action,
      csrfToken,
      class: 'step',
      children: html`
        <input type="hidden" name="enrolment" value=${enrolment.sealed} />
        ${Field({
          name: 'code',
          label: texts.enrolCode,
          error: isWrong ? texts.codeWrong : undefined,
          input: {
            type: 'text',
            dir: 'ltr',
            inputmode: 'numeric',
            autocomplete: 'one-time-code',
            required: true,
            maxlength: 16,
          },
        })}
        ${Actions({ children: PrimaryButton({ words, label: texts.enrolButton }) })}
      `,
    })}
    ${passkey && html`<p><a href=${passkey}>${texts.passkeyInstead}</a></p>`}
  </section>`
}

/** Returns new recovery codes. They are shown only once. */
export function renderRecoveryCodes(words: PeopleWords, codes: readonly string[], next: string): Content {
  const { texts } = words
  return html`${Note({ tone: 'good', children: html`<p>${texts.recoveryNote}</p>` })}
    ${Panel({
      title: texts.recoveryTitle,
      children: html`
        <p>${texts.recoveryLead}</p>
        <ol class="codes" dir="ltr">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ol>
        <div class="action"><a class="button button-main" href=${next}>${texts.recoveryKept}</a></div>
      `,
    })}`
}

async function drawQr(text: string, label: string): Promise<Content> {
  // Loaded for the first QR code: most processes never draw one.
  const { default: QRCode } = await import('qrcode')
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const side = modules.size + 8
  const squares: string[] = []
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column) !== 0) squares.push(`M${column + 4} ${row + 4}h1v1h-1z`)
  return html`<svg class="qr" viewBox=${`0 0 ${side} ${side}`} width="220" height="220" role="img"
    aria-label=${label} shape-rendering="crispEdges">
    <rect width=${side} height=${side} fill="#fff" /><path d=${squares.join('')} fill="#000" />
  </svg>`
}
