import { Note } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DisclosedFacts } from '../../../back-office/disclosure/disclose-facts.ts'
import type { DisclosedPayment } from '../../../back-office/disclosure/disclose-payment.ts'
import type { Fields, Visit } from '../../page.ts'
import type { MoneyMove, MoveProblem } from '../money-move.ts'

/** The props of each part of the page. */
export interface PartProps {
  readonly visit: Visit
  readonly facts: DisclosedFacts
  readonly notice: PaymentNotice
  /** Whether the visitor may move the payment's money. */
  readonly mayMove: boolean
}

/** The outcome of a form, as the page shows it. */
export interface PaymentNotice {
  /** The last act: a movement's reference, `close`, `reference`, `resend` or `resend-nowhere`. */
  readonly done?: string | undefined
  readonly move?: MoneyMove
  /** The error of the move's form. */
  readonly problem?: MoveProblem
  /** The error of the order's new number. */
  readonly reference?: 'wrong' | 'changed'
  readonly fields?: Fields
  /** The text of the service's refusal. */
  readonly refused?: string
}

interface PaymentNoticeBoxProps {
  readonly payment: DisclosedPayment
  readonly notice: PaymentNotice
  readonly words: Visit['words']
}

/** The box with the outcome of the last form. */
export function PaymentNoticeBox({ payment, notice, words }: PaymentNoticeBoxProps): Content {
  const { texts } = words
  if (notice.refused !== undefined) {
    const lead = payment.disputeId === null ? texts.nothingChanged : texts.heldByDispute
    return Note({ tone: 'bad', children: html`<p><strong>${texts.cannot}</strong> ${lead}</p>` })
  }
  if (notice.done === 'resend-nowhere') return Note({ tone: 'wait', children: html`<p>${texts.doneResendNowhere}</p>` })
  const text = notice.done === undefined ? undefined : sayDone(payment, notice.done, words)
  return text && Note({ tone: 'good', children: html`<p>${text}</p>` })
}

// An address can be made up. The text is shown only if the payment agrees.
function sayDone(payment: DisclosedPayment, done: string, words: Visit['words']): string | undefined {
  const { texts } = words
  const refunded = payment.refunds.find(({ referenceId }) => referenceId === done)
  if (refunded !== undefined) return texts.doneRefund(words.money(refunded.amountMinor, payment.currency))
  const captured = payment.captures.find(({ referenceId }) => referenceId === done)
  if (captured !== undefined) return texts.doneCapture(words.money(captured.amountMinor, payment.currency))
  if (done === 'close') return payment.status === 'CLOSED' ? texts.doneClose : undefined
  return { reference: texts.doneReference, resend: texts.doneResend }[done]
}
