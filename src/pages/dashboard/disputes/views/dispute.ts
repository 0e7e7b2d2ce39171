import type { Currency } from '../../../../platform/base/markets.ts'
import { parseAmount } from '../../../../platform/base/money.ts'
import { shortText } from '../../../../platform/base/texts.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Facts, Figures, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { DisclosedDispute, DisclosedEntry } from '../../../back-office/disclosure/disclose-dispute.ts'
import type { Answer, Visit } from '../../page.ts'
import { clockNoteOf, momentAt } from '../../times.ts'
import { reasonText } from '../status.ts'
import { Files, type KnownFiles } from './files.ts'
import { History } from './history.ts'
import { NextStep } from './next-step.ts'

interface DisputeView {
  readonly dispute: DisclosedDispute
  readonly history: readonly DisclosedEntry[]
  readonly files: KnownFiles
  readonly done: string | undefined
}

/** A dispute: the customer's complaint, the merchant's actions, and the history of both sides. */
export function disputePage(visit: Visit, { dispute, history, files, done }: DisputeView): Answer {
  const { words, address } = visit
  const { texts } = words
  const { currency, amountMinor, proposedMinor, createdAt, dueAt, orderNumber, attachmentIds } = dispute
  const shownLater = new Set(history.flatMap((entry) => entry.attachmentIds))
  const figures = [
    { label: texts.disputedAmount, value: words.money(amountMinor, currency) },
    ...(proposedMinor === null ? [] : [{ label: texts.proposedAmount, value: words.money(proposedMinor, currency) }]),
  ]
  const content = html`
    ${DoneNote({ visit, history, done })}
    ${NextStep({ visit, dispute })}
    ${Panel({
      title: texts.customerSays,
      children: html`
        ${Figures({ figures })}
        <p class="strong">${reasonText(dispute.reason, words)}</p>
        ${dispute.comment !== '' && html`<blockquote class="quote" dir="auto">${dispute.comment}</blockquote>`}
        ${Files({ visit, ids: attachmentIds.filter((id) => !shownLater.has(id)), files })}
      `,
    })}
    <div class="panels panels-two">
      ${Panel({
        title: texts.disputeHistory,
        children: History({ visit, history, files, currency, shownComment: dispute.comment }),
      })}
      ${Panel({
        title: texts.aboutPanel,
        children: html`
          ${Facts({
            facts: [
              [
                texts.order,
                html`<a href=${address(`payments/${dispute.paymentId}`)}>
                  <bdi>${orderNumber || texts.seePayment}</bdi>
                </a>`,
              ],
              [texts.customerEmail, html`<bdi>${dispute.customerEmail}</bdi>`],
              [texts.disputeOpened, momentAt(words, createdAt, currency)],
              ...(dueAt === null ? [] : [[texts.disputeEnds, momentAt(words, dueAt, currency)] as const]),
              [texts.disputeId, html`<bdi dir="ltr">${dispute.id}</bdi>`],
            ],
          })}
          ${Items({ visit, dispute })}
        `,
      })}
    </div>
    <p class="soft small">${clockNoteOf(visit, currency)}</p>`
  const back = { href: address('disputes'), label: texts.disputes }
  return { page: { title: texts.disputeTitle(isolated(orderNumber)), back }, content }
}

// A shop may send any address.
function priceText({ words }: Visit, text: string, currency: Currency): string {
  const minor = parseAmount(text, currency)
  return typeof minor === 'bigint' ? words.money(minor, currency) : text
}

function Items({ visit, dispute: { items, currency } }: { visit: Visit; dispute: DisclosedDispute }): Content {
  const { texts } = visit.words
  if (items.length === 0) return null
  const columns = [{ label: texts.item }, { label: texts.itemPrice, isNumber: true }]
  const rows = items.map(({ title, reference_id, unit_price }) => ({
    cells: [
      html`<bdi>${shortText(title || reference_id)}</bdi>`,
      html`<bdi>${priceText(visit, unit_price, currency)}</bdi>`,
    ],
  }))
  return DataTable({ caption: texts.disputedItems, isCaptionShown: true, columns, rows })
}

// An address can be made up. The text is shown only if the dispute agrees.
function DoneNote(props: { visit: Visit; history: readonly DisclosedEntry[]; done: string | undefined }): Content {
  const { texts } = props.visit.words
  const events = {
    approve: { event: 'dispute_approved', text: texts.doneApprove },
    challenge: { event: 'dispute_in_arbitration', text: texts.doneChallenge },
    evidence: { event: 'evidence_merchant_provided', text: texts.doneEvidence },
  } as const
  const doneEvent = Object.entries(events).find(([name]) => name === props.done)?.[1]
  const isSo = props.history.some(({ eventType, source }) => eventType === doneEvent?.event && source === 'merchant')
  return doneEvent !== undefined && isSo ? Note({ tone: 'good', children: html`<p>${doneEvent.text}</p>` }) : null
}
