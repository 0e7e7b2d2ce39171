import type { DeclineReason } from '../../adapters/card-processor.ts'
import type { CardField, CardProblems } from '../../checkout/card/card.ts'
import { Cancel, Field, Notice, Primary, StepForm } from '../components.ts'
import type { Frame } from '../frame.ts'
import { html } from '../html.ts'
import { renderSessionPage } from '../layout.ts'
import { SignIcon } from '../mark.ts'
import type { Words } from '../words.ts'

export interface CardView {
  readonly problems?: CardProblems | undefined
  /** Typed before; a number and a security code never come back. */
  readonly expiry?: string | undefined
  /** Why the last card was not charged. */
  readonly decline?: DeclineReason | undefined
}

/** The fields of a card. */
export function renderCard(frame: Frame, words: Words, view: CardView): string {
  const { texts } = words
  const today = words.money(frame.parts[0]?.amountMinor ?? 0n, frame.currency)
  const error = (field: CardField): string | undefined => {
    const problem = view.problems?.[field]
    return problem && texts.cardProblems[problem]
  }
  const digits = { type: 'text', inputmode: 'numeric', dir: 'ltr', required: true }
  const content = html`
    <section class="hero"><div><h1>${texts.cardTitle}</h1><p class="lead">${texts.cardLead(today)}</p></div></section>
    ${view.decline && html`<${Notice} text=${texts.declines[view.decline]} />`}
    <${StepForm} frame=${frame} words=${words} step="card" class="step">
      <${Field} name="number" label=${texts.cardNumber} error=${error('number')}
        ornament=${html`<span class="brand-name" data-brand></span>`}
        input=${{ ...digits, autocomplete: 'cc-number', maxlength: 24, 'data-card': 'number', 'data-message': texts.cardProblems.number_wrong, placeholder: '0000 0000 0000 0000' }} />
      <div class="pair">
        <${Field} name="expiry" label=${texts.cardExpiry} error=${error('expiry')}
          input=${{ ...digits, autocomplete: 'cc-exp', maxlength: 9, value: view.expiry ?? '', 'data-card': 'expiry', 'data-message': texts.cardProblems.expiry_wrong, 'data-past': texts.cardProblems.expiry_past, placeholder: texts.cardExpiryHint }} />
        <${Field} name="security_code" label=${texts.cardSecurityCode} error=${error('security_code')}
          input=${{ ...digits, autocomplete: 'cc-csc', maxlength: 4, 'data-card': 'security_code', 'data-message': texts.cardProblems.security_code_wrong, placeholder: '000' }} />
      </div>
      <p class="secure soft small"><${SignIcon} sign="lock" size=${18} />${texts.secure}</p>
      <${Primary} words=${words} label=${texts.cardButton} />
    <//>
    <${Cancel} frame=${frame} words=${words} />`
  const hint = frame.isTest ? texts.testCard : undefined
  const isError = view.problems !== undefined || view.decline !== undefined
  return renderSessionPage(frame, words, { title: texts.cardTitle, isError, hint }, content)
}
