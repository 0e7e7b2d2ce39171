import type { Card } from '../../adapters/card-processor.ts'
import { brandName } from '../../checkout/card/card.ts'
import { Cancel, CardLine, OrderFold, Plan, Primary, StepForm } from '../components.ts'
import { addressOf, type Frame } from '../frame.ts'
import { html } from '../html.ts'
import { renderSessionPage } from '../layout.ts'
import type { Words } from '../words.ts'

export interface ConfirmView {
  readonly card: Pick<Card, 'brand' | 'lastFour'>
}

/** The last look: the plan, the card, and what is paid now. */
export function renderConfirm(frame: Frame, words: Words, view: ConfirmView): string {
  const { texts } = words
  const today = words.money(frame.parts[0]?.amountMinor ?? 0n, frame.currency)
  const content = html`
    <section class="hero"><div><h1>${texts.confirmTitle}</h1><p class="lead">${texts.planLead(today)}</p></div></section>
    <${Plan} frame=${frame} words=${words} paid=${0} />
    <${OrderFold} frame=${frame} words=${words} />
    <section class="chosen" aria-label=${texts.cardLabel}>
      <${CardLine} name=${brandName(view.card.brand)} lastFour=${view.card.lastFour} />
      <a href=${addressOf(frame, 'card')}>${texts.useOtherCard}</a>
    </section>
    <${StepForm} frame=${frame} words=${words} step="pay" class="step">
      <p class="soft small">${texts.confirmTerms}</p>
      <${Primary} words=${words} label=${texts.pay(today)} />
    <//>
    <${Cancel} frame=${frame} words=${words} />`
  return renderSessionPage(frame, words, { title: texts.confirmTitle }, content)
}
