import { Note } from '../../../../platform/ui/back-office/components/panel.ts'
import { html } from '../../../../platform/ui/html.ts'
import type { DisclosedDispute } from '../../../back-office/disclosure/disclose-dispute.ts'
import type { Answer, Visit } from '../../page.ts'
import { listQueryOf } from '../dispute-address.ts'
import { DisputeTable } from './dispute-table.ts'

/** Nothing was done, for what the page had shown is no longer true: says how the disputes stand now. */
export function changedPage(visit: Visit, disputes: readonly DisclosedDispute[]): Answer {
  const { texts } = visit.words
  const content = html`${Note({ tone: 'bad', children: html`<p>${texts.disputeChangedLead}</p>` })}
    ${DisputeTable({ visit, disputes, caption: texts.disputeChangedNow })}`
  const back = { href: visit.address('disputes', listQueryOf(visit)), label: texts.disputes }
  return { status: 409, page: { title: texts.disputeChanged, isError: true, back }, content }
}
