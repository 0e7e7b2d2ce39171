import { Plan, StepForm } from '../components.ts'
import type { Frame } from '../frame.ts'
import { type Content, html } from '../html.ts'
import { renderSessionPage } from '../layout.ts'
import { Ring, type Sign, SignIcon } from '../mark.ts'
import type { Words } from '../words.ts'

export type Outcome = 'approved' | 'refused' | 'cancelled' | 'expired' | 'locked'

export interface OutcomeView {
  readonly outcome: Outcome
  /** The merchant's own address, with the payment's id; null where the shop gave none. */
  readonly returnUrl: string | null
}

const signs: Record<Outcome, Sign> = {
  approved: 'check',
  refused: 'cross',
  cancelled: 'back',
  expired: 'hands',
  locked: 'lock',
}

/** Seconds until the customer is taken back by itself; where nothing says it, only the button does. */
const backAfterSeconds: Partial<Record<Outcome, number>> = { approved: 4, refused: 6, cancelled: 2 }

/** How it ended, what happens next, and the way back to the shop. */
export function renderOutcome(frame: Frame, words: Words, view: OutcomeView): string {
  const { texts } = words
  const { outcome, returnUrl } = view
  const title = texts[`${outcome}Title`]
  const seconds = backAfterSeconds[outcome]
  const back = returnUrl !== null && seconds !== undefined ? { seconds, address: returnUrl } : undefined
  const content = html`
    <section class=${`outcome outcome-${outcome}`}>
      <div class="seal"><${Ring} filled=${outcome === 'approved' ? 1 : 0} size=${88} /><${SignIcon} sign=${signs[outcome]} size=${36} /></div>
      <h1 tabindex="-1">${title}</h1>
      <p class="lead">${leadOf(frame, words, outcome)}</p>
    </section>
    ${outcome === 'approved' && html`<${Plan} frame=${frame} words=${words} paid=${1} /><p class="soft small plan-note">${nextPayment(frame, words)}</p>`}
    ${wayBack(frame, words, view, back?.seconds)}`
  const refresh = back === undefined ? {} : { refresh: back }
  return renderSessionPage({ ...frame, secondsLeft: undefined }, words, { title, ...refresh }, content)
}

function leadOf(frame: Frame, words: Words, outcome: Outcome): string {
  const { texts } = words
  if (outcome !== 'approved') return texts[`${outcome}Lead`](frame.storeName)
  return texts.approvedLead(frame.storeName, words.money(frame.parts[0]?.amountMinor ?? 0n, frame.currency))
}

function nextPayment(frame: Frame, words: Words): string {
  const next = frame.parts[1]
  if (next === undefined) return ''
  return words.texts.nextPayment(words.money(next.amountMinor, frame.currency), words.longDate(next.dueDate))
}

function wayBack(frame: Frame, words: Words, view: OutcomeView, seconds: number | undefined): Content {
  const { texts } = words
  const label = texts.backTo(frame.storeName)
  // A locked session ends when the customer leaves it: the shop hears of it at once, not when time runs out.
  if (view.outcome === 'locked') {
    return html`<${StepForm} frame=${frame} words=${words} step="cancel" class="step">
      <div class="action"><button class="primary" type="submit">${label}</button></div><//>`
  }
  if (view.returnUrl === null) return html`<p class="aside soft small">${texts.backToStart}</p>`
  return html`<div class="step"><div class="action"><a class="primary" href=${view.returnUrl} data-return=${seconds}>${label}</a></div>
    ${seconds !== undefined && html`<p class="aside soft small">${texts.backSoon} <span class="number" data-return-in=${texts.seconds('#')}>${texts.seconds(words.number(seconds))}</span></p>`}</div>`
}
