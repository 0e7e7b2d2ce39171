import { type IconName, Seal } from '../../../platform/ui/components/pictures.ts'
import { Actions } from '../../../platform/ui/forms/form.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { figuresOf, Plan, StepForm } from '../components.ts'
import { renderSessionPage } from '../session-page.ts'
import type { ViewModel } from '../view-model.ts'
import type { PaymentWords } from '../words.ts'

export type Outcome = 'approved' | 'refused' | 'cancelled' | 'expired' | 'locked'

interface OutcomeView {
  readonly outcome: Outcome
  /** The merchant's address with the payment's id; null if the shop gave none. */
  readonly returnUrl: string | null
  /** The address of this purchase in the customer's account. */
  readonly accountAddress: string
  /** The address of the payment link, at which the customer may start again; null without one. */
  readonly againAddress: string | null
}

const icons: Readonly<Record<Outcome, IconName>> = {
  approved: 'check',
  refused: 'cross',
  cancelled: 'back',
  expired: 'hands',
  locked: 'lock',
}

/**
 * What the app around the page is told (docs/contract/payment-page.md#apps). A locked page says nothing until its
 * button has cancelled the session.
 */
const appMessages: Partial<Record<Outcome, string>> = {
  approved: 'authorized',
  refused: 'rejected',
  cancelled: 'close',
  expired: 'expired',
}

/** Seconds until the page returns to the shop by itself; absent: only the button returns. */
const backAfterSeconds: Partial<Record<Outcome, number>> = { approved: 4, refused: 6, cancelled: 2 }

/** Outcomes that do not end a payment link. */
const startsAgain: readonly Outcome[] = ['cancelled', 'expired', 'locked']

/** Returns the last page: outcome, next payment, and the link back to the shop. */
export function renderOutcome(model: ViewModel, words: PaymentWords, view: OutcomeView): string {
  const { texts } = words
  const { outcome, returnUrl } = view
  const title = texts[`${outcome}Title`]
  const seconds = backAfterSeconds[outcome]
  const back = returnUrl !== null && seconds !== undefined ? { seconds, address: returnUrl } : undefined
  const content = html`
    <section class=${`outcome outcome-${outcome}`}>
      ${Seal({ icon: icons[outcome], filled: outcome === 'approved' ? 1 : 0 })}
      <h1 tabindex="-1">${title}</h1>
      <p class="lead">${leadOf(model, words, outcome)}</p>
    </section>
    ${
      outcome === 'approved' &&
      html`${Plan({ model, words, paid: 1 })}
        <p class="soft small plan-note">
          ${nextPayment(model, words)} <a href=${view.accountAddress}>${texts.toAccount}</a>
        </p>`
    }
    ${wayBack(model, words, view, back?.seconds)}`
  const message = appMessages[outcome]
  const data = message === undefined ? {} : { 'app-message': message }
  const refresh = back === undefined ? {} : { refresh: back }
  return renderSessionPage({ ...model, secondsLeft: undefined }, words, { title, data, ...refresh }, content)
}

function leadOf(model: ViewModel, words: PaymentWords, outcome: Outcome): string {
  const { texts } = words
  if (outcome === 'refused') {
    return texts.refusedLead(model.storeName, texts.plan.refused(figuresOf(model.plan, model, words)))
  }
  if (outcome !== 'approved') return texts[`${outcome}Lead`](model.storeName)
  return texts.approvedLead(model.storeName, words.money(model.plan.parts[0]?.amountMinor ?? 0n, model.currency))
}

function nextPayment(model: ViewModel, words: PaymentWords): string {
  const next = model.plan.parts[1]
  if (next === undefined) return ''
  return words.texts.nextPayment(words.money(next.amountMinor, model.currency), words.longDate(next.dueDate))
}

function wayBack(model: ViewModel, words: PaymentWords, view: OutcomeView, seconds: number | undefined): Content {
  const { texts } = words
  const label = texts.backTo(model.storeName)
  if (view.againAddress !== null && startsAgain.includes(view.outcome)) {
    return html`<div class="step">
      ${Actions({ children: html`<a class="primary" href=${view.againAddress}>${texts.startAgain}</a>` })}
    </div>`
  }
  // Cancelling ends a locked session, so the shop is notified now and not at the session's expiry.
  if (view.outcome === 'locked') {
    return StepForm({
      model,
      step: 'cancel',
      class: 'step',
      children: Actions({ children: html`<button class="primary" type="submit">${label}</button>` }),
    })
  }
  if (view.returnUrl === null) return html`<p class="aside soft small">${texts.backToStart}</p>`
  return html`<div class="step">
    ${Actions({ children: html`<a class="primary" href=${view.returnUrl} data-return=${seconds}>${label}</a>` })}
    ${
      seconds !== undefined &&
      html`<p class="aside soft small">
        ${texts.backSoon} <span class="number" data-return-in=${texts.seconds('#')}>
          ${texts.seconds(words.number(seconds))}
        </span>
      </p>`
    }
  </div>`
}
