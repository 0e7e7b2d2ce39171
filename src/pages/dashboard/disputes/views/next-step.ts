import { isActive } from '../../../../money/disputes/states.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DisclosedDispute } from '../../../back-office/disclosure/disclose-dispute.ts'
import { formatExpected } from '../../../back-office/expected-versions.ts'
import type { Visit } from '../../page.ts'
import { momentAt } from '../../times.ts'
import { addressOfDispute } from '../dispute-address.ts'
import { takesEvidence } from '../evidence-forms.ts'

/** The awaited step of a dispute, and the merchant's possible actions. */
export function NextStep({ visit, dispute }: { visit: Visit; dispute: DisclosedDispute }): Content {
  const { words } = visit
  const { texts } = words
  const { id, status } = dispute
  const lead = html`<p>${leadOf(visit, dispute)}</p>`
  if (!isActive(status) || !visit.may('act_on_disputes')) return lead
  const here = addressOfDispute(visit, id)
  const evidence = html`<a class=${status === 'evidence_merchant' ? 'button button-main' : 'button'}
    href=${`${here}/evidence`}>
    ${texts.giveEvidence}
  </a>`
  return html`${lead}
    <div class="moves">
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
