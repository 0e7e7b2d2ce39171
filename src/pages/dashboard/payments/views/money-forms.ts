import { randomUUID } from 'node:crypto'
import { isClosable, isWithinRefundDays, leftToCapture, leftToRefund } from '../../../../money/payments/payment.ts'
import { formatAmount } from '../../../../platform/base/money.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Field } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DisclosedPayment } from '../../../back-office/disclosure/disclose-payment.ts'
import { pathOfForm } from '../addresses.ts'
import { leftFor, longestReason, type MoneyMove } from '../money-move.ts'
import type { PartProps } from './notice.ts'

/** The forms that capture and close, or why nothing can be refunded. `RefundPanel` has the forms that refund. */
export function MoneyForms({ visit, facts, notice }: Omit<PartProps, 'mayMove'>): Content {
  const { texts } = visit.words
  const { payment, now } = facts
  const form = { visit, payment, notice }
  if (payment.status === 'AUTHORIZED') {
    const closeLabel = payment.capturedMinor === 0n ? texts.cancelOrder : texts.close
    return html`<div class="moves">
      ${MoneyForm({ ...form, move: 'capture', label: texts.capture, leftMinor: leftToCapture(payment) })}
      ${
        isClosable(payment, now) &&
        MoneyForm({ ...form, move: 'close', label: closeLabel, leftMinor: leftToCapture(payment) })
      }
    </div>`
  }
  if (payment.status !== 'CLOSED' || leftToRefund(payment) === 0n) return null
  if (payment.disputeId !== null) return html`<p class="soft">${texts.heldByDispute}</p>`
  return !isWithinRefundDays(payment, facts.store.refundDays, now) && html`<p class="soft">${texts.refundTooLate}</p>`
}

/** Whether the payment can be refunded now. */
export function isRefundable({ payment, store, now }: PartProps['facts']): boolean {
  return (
    payment.status === 'CLOSED' &&
    leftToRefund(payment) > 0n &&
    payment.disputeId === null &&
    isWithinRefundDays(payment, store.refundDays, now)
  )
}

/** The hidden fields of a move's form: its reference, and the remaining amount that the page shows. */
export function ExpectedFields({ payment, move }: { payment: DisclosedPayment; move: MoneyMove }): Content {
  return html`<input type="hidden" name="reference_id" value=${randomUUID()} />
    <input type="hidden" name="amount_seen" value=${formatAmount(leftFor(payment, move), payment.currency)} />`
}

/** The reason of a refund. No text of it is wrong, so that the field has no place for an error. */
export function ReasonField({ visit, notice, id }: Pick<PartProps, 'visit' | 'notice'> & { id: string }): Content {
  return html`<div class="field">
    <label for=${id}>${visit.words.texts.reasonField}</label>
    <div class="control">
      <input id=${id} name="reason" value=${notice.fields?.['reason'] ?? ''} maxlength=${longestReason} autocomplete="off" />
    </div>
  </div>`
}

interface MoneyFormProps extends Pick<PartProps, 'visit' | 'notice'> {
  readonly payment: DisclosedPayment
  readonly move: MoneyMove
  readonly label: string
  readonly leftMinor: bigint
}

/** The form of a move by amount. Its hidden fields make a second press, and a form of a stale page, harmless. */
export function MoneyForm({ visit, payment, notice, move, label, leftMinor }: MoneyFormProps): Content {
  const { words } = visit
  const { texts } = words
  const left = formatAmount(leftMinor, payment.currency)
  const problem = notice.move === move ? notice.problem : undefined
  const typed = problem === 'amount' ? notice.fields : undefined
  const most = words.money(leftMinor, payment.currency)
  return VisitForm({
    visit,
    to: pathOfForm(visit, payment.id, move),
    class: 'move',
    id: move,
    children: html`
      ${ExpectedFields({ payment, move })}
      ${
        move !== 'close' &&
        Field({
          name: 'amount',
          id: `${move}-amount`,
          label: texts.amountUpTo(most),
          error: problem === 'amount' ? texts.wrongAmount(most) : undefined,
          input: { value: typed?.['amount'] ?? left, inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' },
        })
      }
      ${move === 'refund' && ReasonField({ visit, notice, id: 'refund-reason' })}
      <button class=${move === 'close' ? 'button' : 'button button-main'} type="submit">${label}</button>
    `,
  })
}
