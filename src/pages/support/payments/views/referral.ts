import type { Story } from '../../../../money/explain/story.ts'
import { isReferred } from '../../../../money/payments/payment.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DisclosedPayment } from '../../../back-office/disclosure/disclose-payment.ts'
import type { SupportVisit } from '../../page.ts'

interface ReferralPanelProps {
  readonly visit: SupportVisit
  readonly payment: DisclosedPayment
  readonly story: Story
}

/** The decision about a referred order: until when, why it was referred, and the two buttons. */
export function ReferralPanel({ visit, payment, story }: ReferralPanelProps): Content {
  const { words, moment } = visit
  const { texts } = words
  if (!isReferred(payment) || payment.referredUntil === null) return null
  const decided = story.events.find(({ kind }) => kind === 'decision_referred')
  const reasons = decided?.kind === 'decision_referred' ? (decided.decision.port?.reasons ?? []) : []
  const base = `payments/${payment.id}`
  return Panel({
    title: texts.referralPanel,
    children: html`
      <p class="soft">${texts.referralLead(moment(payment.referredUntil, payment.currency))}</p>
      ${
        reasons.length > 0 &&
        html`<ul class="stack" aria-label=${texts.referralReasons}>${reasons.map((reason) => html`<li><bdi>${reason}</bdi></li>`)}</ul>`
      }
      <div class="moves">
        ${VisitForm({ visit, to: `${base}/approve`, class: 'move', children: html`<button class="button button-main" type="submit">${texts.approveReferral}</button>` })}
        ${VisitForm({ visit, to: `${base}/decline`, class: 'move', children: html`<button class="button" type="submit">${texts.declineReferral}</button>` })}
      </div>
    `,
  })
}
