import { daysLeft } from '../../../../money/disputes/dispute.ts'
import { isActive } from '../../../../money/disputes/states.ts'
import { shortText } from '../../../../platform/base/texts.ts'
import { nowFor } from '../../../../platform/merchants/caller.ts'
import { getMerchant } from '../../../../platform/merchants/merchants.ts'
import { Facts, Figures, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { SupportAnswer, SupportVisit } from '../../page.ts'
import { CustomerPanel } from '../../personal.ts'
import type { LoadedCase } from '../load-case.ts'
import type { MoveName, Side } from '../moves.ts'
import { disputeTones, waitsFor } from '../status.ts'
import { DisputeMoves } from './moves.ts'
import { DisputeStory } from './story.ts'

/** The outcome of the last form: what was done, or which text is missing. */
interface DisputeNotice {
  readonly done?: MoveName | undefined
  /** The move whose text is missing, and the side that was chosen. */
  readonly missing?: { readonly name: MoveName; readonly from: Side }
}

/** Returns the page of a dispute: status, moves, history with files, and the customer. */
export async function disputePage(
  visit: SupportVisit,
  loaded: LoadedCase,
  notice: DisputeNotice,
): Promise<SupportAnswer> {
  const { app, words, address, moment } = visit
  const { texts } = words
  const { actor, isOpen, phone } = loaded
  const { dispute, payment } = loaded.shown
  const { name } = await getMerchant(app, actor.merchantId)
  const money = (minor: bigint): string => words.money(minor, dispute.currency)
  const status = { tone: disputeTones[dispute.status], text: texts.disputeStatuses[dispute.status] }
  const left = isActive(dispute.status) ? words.number(daysLeft(dispute, nowFor(app, actor))) : '–'
  const order = isolated(dispute.orderNumber || dispute.paymentId)
  const content = html`
    ${notice.done && Note({ tone: 'good', children: html`<p>${texts.movesDone[notice.done]}</p>` })}
    ${Panel({
      title: texts.disputePanel,
      aside: StatusTag(status),
      children: html`
        ${Figures({
          figures: [
            { label: texts.disputedAmount, value: money(dispute.amountMinor) },
            ...(dispute.proposedMinor === null
              ? []
              : [{ label: texts.proposedAmount, value: money(dispute.proposedMinor) }]),
            { label: texts.paymentAmount, value: money(payment.amountMinor) },
            { label: texts.daysLeft, value: left },
          ],
        })}
        ${Facts({
          facts: [
            [texts.waitsForLabel, texts.waits[waitsFor[dispute.status]]],
            [texts.reason, texts.disputeReasons[dispute.reason]],
            [texts.openedAt, moment(dispute.createdAt, dispute.currency)],
            ...(dispute.dueAt === null
              ? []
              : [[texts.decidedByItself, moment(dispute.dueAt, dispute.currency)] as const]),
            [texts.merchant, html`<a href=${address(`merchants/${actor.merchantId}`)}><bdi>${name}</bdi></a>`],
            [
              texts.payment,
              html`<a href=${address(`payments/${payment.id}`)}><bdi>${shortText(payment.orderReference, 60) || payment.id}</bdi></a>`,
            ],
            ...dispute.items.map(
              (item) => [texts.item, html`<bdi>${shortText(item.title)}</bdi>`] as readonly [string, Content],
            ),
          ],
        })}
      `,
    })}
    ${DisputeMoves({ visit, dispute, missing: notice.missing })}
    ${CustomerPanel({ visit, payment, phone, isOpen, path: `disputes/${dispute.id}` })}
    ${DisputeStory({ visit, loaded })}`
  const back = { href: address(''), label: texts.pageNames.queue }
  return { page: { title: texts.disputeTitle(order), back }, content }
}
