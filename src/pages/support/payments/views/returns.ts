import { leftToRefund } from '../../../../money/payments/payment.ts'
import type { ReturnRequest } from '../../../../money/payments/return-requests/return-request.ts'
import { formatAmount } from '../../../../platform/base/money.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { Field } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { DisclosedPayment } from '../../../back-office/disclosure/disclose-payment.ts'
import type { Fields, SupportVisit } from '../../page.ts'

/** The outcome of the last form: what was done, or why it was refused. */
export interface PaymentNotice {
  readonly done?: string | undefined
  /** The wrong field of a return request. */
  readonly problem?: 'amount' | 'reason'
  readonly fields?: Fields
  /** The agent tried to confirm their own request. */
  readonly isOwn?: boolean
}

interface ReturnsPanelProps {
  readonly visit: SupportVisit
  readonly payment: DisclosedPayment
  readonly requests: readonly ReturnRequest[]
  readonly notice: PaymentNotice
}

const tones = { waiting: 'wait', confirmed: 'good', withdrawn: 'soft' } as const

/** Refunds by hand: the requests, and the form for a new one. */
export function ReturnsPanel({ visit, payment, requests, notice }: ReturnsPanelProps): Content {
  const { texts } = visit.words
  const isWaiting = requests.some(({ state }) => state === 'waiting')
  const mayRequest =
    !isWaiting && payment.status === 'CLOSED' && payment.disputeId === null && leftToRefund(payment) > 0n
  if (!mayRequest && requests.length === 0) return null
  return Panel({
    title: texts.returnsPanel,
    children: html`
      <p class="soft">${texts.returnsLead}</p>
      ${requests.length > 0 && html`<ul class="story">${requests.map((request) => Request({ visit, request }))}</ul>`}
      ${mayRequest && RequestForm({ visit, payment, notice })}
    `,
  })
}

function Request({ visit, request }: { visit: SupportVisit; request: ReturnRequest }): Content {
  const { words, session, moment } = visit
  const { texts } = words
  const { id, paymentId, state, requestedBy, decidedBy, amountMinor, currency, reason } = request
  const base = `payments/${paymentId}/returns/${id}`
  const isOwn = requestedBy.id === session.personId
  return html`<li>
    <p>
      <strong>${words.money(amountMinor, currency)}</strong> ${StatusTag({
        tone: tones[state],
        text: texts.requestStates[state],
      })}
    </p>
    <p class="soft">
      ${texts.requestedByAt(isolated(requestedBy.name), moment(request.requestedAt, currency))}
      ${
        decidedBy &&
        request.decidedAt !== null &&
        html`<br />${texts.decidedByAt(isolated(decidedBy.name), moment(request.decidedAt, currency))}`
      }
    </p>
    <blockquote class="quote"><bdi>${reason}</bdi></blockquote>
    ${
      state === 'waiting' &&
      html`<div class="moves">
        ${
          isOwn
            ? html`<p class="soft">${texts.ownReturn}</p>`
            : VisitForm({
                visit,
                to: `${base}/confirm`,
                class: 'move',
                children: html`<button class="button button-main" type="submit">${texts.confirmReturn}</button>`,
              })
        }
        ${VisitForm({
          visit,
          to: `${base}/withdraw`,
          class: 'move',
          children: html`<button class="button" type="submit">${texts.withdrawReturn}</button>`,
        })}
      </div>`
    }
  </li>`
}

// The form carries the refundable amount that the page showed. The use case refuses if it has changed.
function RequestForm({ visit, payment, notice }: Pick<ReturnsPanelProps, 'visit' | 'payment' | 'notice'>): Content {
  const { words } = visit
  const { texts } = words
  const left = leftToRefund(payment)
  const plain = formatAmount(left, payment.currency)
  const most = words.money(left, payment.currency)
  const { problem, fields = {} } = notice
  return VisitForm({
    visit,
    to: `payments/${payment.id}/returns`,
    class: 'form-grid',
    hidden: { amount_seen: plain },
    children: html`
      ${Field({
        name: 'amount',
        id: 'return-amount',
        label: texts.returnAmount,
        hint: texts.atMost(most),
        error: problem === 'amount' ? texts.wrongAmount(most) : undefined,
        input: { value: fields['amount'] ?? plain, inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' },
      })}
      ${Field({
        name: 'reason',
        id: 'return-reason',
        label: texts.returnReason,
        hint: texts.returnReasonHint,
        error: problem === 'reason' ? texts.returnReasonMissing : undefined,
        input: { value: fields['reason'] ?? '', maxlength: 500, autocomplete: 'off' },
      })}
      <button class="button" type="submit">${texts.askReturn}</button>
    `,
  })
}
