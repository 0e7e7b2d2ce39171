import { Note } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DisclosedPayment } from '../../../back-office/disclosure/disclose-payment.ts'
import type { Visit } from '../../page.ts'
import type { Said } from './payment.ts'

interface SaidNoteProps {
  readonly payment: DisclosedPayment
  readonly said: Said
  readonly words: Visit['words']
}

/** What came of the form that was sent last. */
export function SaidNote({ payment, said, words }: SaidNoteProps): Content {
  const { texts } = words
  if (said.refused !== undefined) {
    const lead = payment.disputeId === null ? texts.nothingChanged : texts.heldByDispute
    return Note({ tone: 'bad', children: html`<p><strong>${texts.cannot}</strong> ${lead}</p>` })
  }
  if (said.done === 'resend-nowhere') return Note({ tone: 'wait', children: html`<p>${texts.doneResendNowhere}</p>` })
  const text = said.done === undefined ? undefined : sayDone(payment, said.done, words)
  return text && Note({ tone: 'good', children: html`<p>${text}</p>` })
}

// Only what is true is said, whatever the address says.
function sayDone(payment: DisclosedPayment, done: string, words: Visit['words']): string | undefined {
  const { texts } = words
  const refunded = payment.refunds.find(({ referenceId }) => referenceId === done)
  if (refunded !== undefined) return texts.doneRefund(words.money(refunded.amountMinor, payment.currency))
  const captured = payment.captures.find(({ referenceId }) => referenceId === done)
  if (captured !== undefined) return texts.doneCapture(words.money(captured.amountMinor, payment.currency))
  if (done === 'close') return payment.status === 'CLOSED' ? texts.doneClose : undefined
  return { reference: texts.doneReference, resend: texts.doneResend }[done]
}
