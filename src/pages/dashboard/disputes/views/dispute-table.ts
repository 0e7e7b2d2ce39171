import { isActive } from '../../../../money/disputes/states.ts'
import { localDateOf } from '../../../../money/plans/local-time.ts'
import { nowFor } from '../../../../platform/merchants/caller.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Note } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { DisclosedDispute } from '../../../back-office/disclosure/disclose-dispute.ts'
import { formatExpected } from '../../../back-office/expected-versions.ts'
import type { Answer, Visit } from '../../page.ts'
import { addressOfDispute, listQueryOf } from '../dispute-address.ts'
import { leftText, reasonText, statusOf } from '../status.ts'

interface DisputeTableProps {
  readonly visit: Visit
  readonly disputes: readonly DisclosedDispute[]
  readonly caption: string
  /** Whether open disputes have a checkbox. Then the table is inside a form. */
  readonly areTicked?: boolean
}

/** The disputes, one per row. A row opens its dispute. */
export function DisputeTable({ visit, disputes, caption, areTicked = false }: DisputeTableProps): Content {
  const { words, app, actor } = visit
  const { texts } = words
  const now = nowFor(app, actor)
  const columns = [
    { label: texts.order },
    ...(areTicked ? [{ label: texts.tick }] : []),
    { label: texts.disputeReason },
    { label: texts.disputeOpened },
    { label: texts.daysLeftColumn },
    { label: texts.statusColumn },
    { label: texts.amount, isNumber: true },
  ]
  const rows = disputes.map((dispute) => {
    const { id, orderNumber, reason, createdAt, currency, status, amountMinor } = dispute
    return {
      href: addressOfDispute(visit, id),
      cells: [
        html`<bdi>${orderNumber || id}</bdi>`,
        ...(areTicked ? [isActive(status) ? Tick({ visit, dispute }) : null] : []),
        reasonText(reason, words),
        words.longDate(localDateOf(createdAt, currency)),
        leftText(dispute, now, words) ?? null,
        StatusTag(statusOf(status, words)),
        words.money(amountMinor, currency),
      ],
    }
  })
  return DataTable({ caption, columns, rows })
}

function Tick({ visit, dispute }: { visit: Visit; dispute: DisclosedDispute }): Content {
  const label = visit.words.texts.tickOne(isolated(dispute.orderNumber || dispute.id))
  return html`<label class="pick">
    <input class="pick-box" type="checkbox" name="dispute" value=${formatExpected(dispute)} />
    <span class="unseen">${label}</span>
  </label>`
}

/** The page for a stale form: nothing was done. It shows the current state of the disputes. */
export function changedPage(visit: Visit, disputes: readonly DisclosedDispute[]): Answer {
  const { texts } = visit.words
  const content = html`${Note({ tone: 'bad', children: html`<p>${texts.disputeChangedLead}</p>` })}
    ${DisputeTable({ visit, disputes, caption: texts.disputeChangedNow })}`
  const back = { href: visit.address('disputes', listQueryOf(visit)), label: texts.disputes }
  return { status: 409, page: { title: texts.disputeChanged, isError: true, back }, content }
}
