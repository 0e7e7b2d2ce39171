import type { Card } from '../../adapters/card-processor.ts'
import { brandName } from '../../checkout/card/card.ts'
import { Cancel, StepForm } from '../components.ts'
import { addressOf, type Frame } from '../frame.ts'
import { html } from '../html.ts'
import { renderSessionPage } from '../layout.ts'
import { Ring } from '../mark.ts'
import type { Words } from '../words.ts'

/** The bank wants to hear from the customer. In the sandbox this stands in for the bank's own page. */
export function renderChallenge(frame: Frame, words: Words, view: { card: Pick<Card, 'brand' | 'lastFour'> }): string {
  const { texts } = words
  const today = words.money(frame.parts[0]?.amountMinor ?? 0n, frame.currency)
  const card = texts.confirmCard(brandName(view.card.brand), view.card.lastFour)
  const content = html`
    <section class="hero"><div><h1>${texts.challengeTitle}</h1><p class="lead">${texts.challengeLead(today, card)}</p></div></section>
    <${StepForm} frame=${frame} words=${words} step="bank" class="step">
      <p class="soft small">${texts.challengeSandbox}</p>
      <div class="action"><button class="primary" type="submit" name="answer" value="confirm"><span class="label">${texts.challengeConfirm}</span>
        <span class="busy"><${Ring} filled=${4} size=${24} class="loading" /><span class="unseen">${texts.working}</span></span></button>
      <button class="secondary" type="submit" name="answer" value="refuse">${texts.challengeRefuse}</button></div>
    <//>
    <${Cancel} frame=${frame} words=${words} />`
  return renderSessionPage(frame, words, { title: texts.challengeTitle }, content)
}

/** The processor has not answered yet; the page looks again by itself. */
export function renderWaiting(frame: Frame, words: Words): string {
  const { texts } = words
  const content = html`<section class="outcome" role="status">
    <${Ring} filled=${4} size=${72} class="loading" />
    <h1>${texts.waitingTitle}</h1><p class="lead">${texts.waitingLead}</p>
  </section>`
  const refresh = { seconds: 3, address: addressOf(frame) }
  return renderSessionPage(frame, words, { title: texts.waitingTitle, data: { poll: 'waiting' }, refresh }, content)
}
