import { isActive } from '../../../../money/disputes/states.ts'
import { nowFor } from '../../../../platform/merchants/caller.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DisclosedDispute } from '../../../back-office/disclosure/disclose-dispute.ts'
import { formatExpected } from '../../../back-office/expected-versions.ts'
import type { Visit } from '../../page.ts'
import { momentAt } from '../../times.ts'
import { addressOfDispute } from '../dispute-address.ts'
import { takesEvidence } from '../evidence-forms.ts'
import { leftText, statusOf } from '../status.ts'

interface NextStepProps {
  readonly visit: Visit
  readonly dispute: DisclosedDispute
}

/** The awaited step of a dispute with its time left, and the merchant's possible actions. */
export function NextStep({ visit, dispute }: NextStepProps): Content {
  const { words, app, actor } = visit
  const left = leftText(dispute, nowFor(app, actor), words)
  const isEvidenceExtra = dispute.status === 'new' && takesEvidence(dispute)
  return Panel({
    title: words.texts.nextStepPanel,
    aside: StatusTag(statusOf(dispute.status, words)),
    children: html`
      <p>${left && html`<strong>${words.texts.timeLeft(left)}</strong> `}${leadOf(visit, dispute)}</p>
      ${isEvidenceExtra && html`<p class="soft">${words.texts.leadNewEvidence}</p>`}
      ${Moves({ visit, dispute })}
    `,
  })
}

function Moves({ visit, dispute }: NextStepProps): Content {
  const { texts } = visit.words
  const { id, status } = dispute
  if (!isActive(status) || !visit.may('act_on_disputes')) return null
  const here = addressOfDispute(visit, id)
  const evidence = html`<a class=${status === 'evidence_merchant' ? 'button button-main' : 'button'}
    href=${`${here}/evidence`}>
    ${texts.giveEvidence}
  </a>`
  return html`<div class="moves">
      ${status === 'new' && html`<a class="button button-main" href=${`${here}/challenge`}>${texts.challenge}</a>`}
      ${takesEvidence(dispute) && evidence}
      ${VisitForm({
        visit,
        to: 'disputes/approve',
        hidden: { dispute: formatExpected(dispute) },
        children: html`<button class="button" type="submit">${texts.approve}</button>`,
      })}
    </div>`
}

function leadOf({ words }: Visit, dispute: DisclosedDispute): string {
  const { texts } = words
  const { status, amountMinor, currency, dueAt, hasMerchantEvidence } = dispute
  const amount = words.money(amountMinor, currency)
  const until = dueAt === null ? '' : momentAt(words, dueAt, currency)
  switch (status) {
    case 'new':
      return texts.leadNew(amount, until)
    case 'evidence_merchant':
      return texts.leadAsksYou(amount, until)
    case 'in_progress':
      return hasMerchantEvidence ? texts.leadInReview : texts.leadInReviewOpen
    case 'evidence_customer':
      return texts.leadAsksCustomer(until)
    case 'refunded':
      return texts.leadRefunded(amount)
    case 'declined':
      return texts.leadDeclined
    default:
      return texts.leadCancelled
  }
}
