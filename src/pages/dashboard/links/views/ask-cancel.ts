import { askPage } from '../../../../platform/people/pages/ask-page.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { DisclosedLink } from '../../../back-office/disclosure/disclose-link.ts'
import type { Answer, Visit } from '../../page.ts'

/** Says what cancelling does, and asks once. */
export function askCancel(visit: Visit, { id, session }: DisclosedLink): Answer {
  const { texts, money } = visit.words
  const { amountMinor, currency, orderReference } = session.payment
  const amount = money(amountMinor, currency)
  const sentence =
    orderReference === '' ? texts.askCancelUnnumbered(amount) : texts.askCancelLink(amount, isolated(orderReference))
  const label = texts.cancelLink
  return askPage(visit, { title: label, sentence, to: `links/${id}/cancel`, back: `links/${id}`, label })
}
