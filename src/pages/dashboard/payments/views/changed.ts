import { Note } from '../../../../platform/ui/back-office/components/panel.ts'
import { html } from '../../../../platform/ui/html.ts'
import type { DisclosedPayment } from '../../../back-office/disclosure/disclose-payment.ts'
import type { Answer, Visit } from '../../page.ts'
import { isOpenFor, leftFor, type SeenMove } from '../money-move.ts'
import { addressOfPayment } from '../payment-address.ts'
import { paymentStatusOf } from '../status.ts'

/** Nothing was moved, for what the page had shown is no longer true: says what it is now. */
export function renderChanged(visit: Visit, payment: DisclosedPayment, { move, seenMinor }: SeenMove): Answer {
  const { texts, money } = visit.words
  const [seen, now] = [money(seenMinor, payment.currency), money(leftFor(payment, move), payment.currency)]
  const lead = move === 'refund' ? texts.changedRefund(seen, now) : texts.changedCapture(seen, now)
  const said = isOpenFor(payment, move) ? lead : texts.changedStatus(paymentStatusOf(payment, visit.words).text)
  return {
    status: 409,
    page: { title: texts.changedTitle, isError: true },
    content: html`${Note({ tone: 'bad', children: html`<p>${said}</p>` })}
      <p><a class="button" href=${addressOfPayment(visit, payment.id)}>${texts.lookAgain}</a></p>`,
  }
}
