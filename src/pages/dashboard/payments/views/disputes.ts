import { Facts, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { reasonText, statusOf } from '../../disputes/status.ts'
import { momentAt } from '../../times.ts'
import type { PartProps } from './notice.ts'

/** The payment's disputes, newest first. Nothing without disputes. */
export function DisputesPanel({ visit, facts }: PartProps): Content {
  const { words, address } = visit
  const { texts } = words
  const { cases, payment } = facts
  if (cases.length === 0) return null
  return Panel({
    title: texts.disputesPanel,
    children: cases.toReversed().map(
      (dispute) => html`${Facts({
        facts: [
          [texts.disputeReason, reasonText(dispute.reason, words)],
          [texts.statusColumn, StatusTag(statusOf(dispute.status, words))],
          [texts.amount, html`<span class="number">${words.money(dispute.amountMinor, payment.currency)}</span>`],
          [texts.columnCreated, momentAt(words, dispute.createdAt, payment.currency)],
          ...(dispute.dueAt === null
            ? []
            : [[texts.answerBy, momentAt(words, dispute.dueAt, payment.currency)] as const]),
        ],
      })}
        <a class="button" href=${address(`disputes/${dispute.id}`)}>${texts.openDispute}</a>`,
    ),
  })
}
