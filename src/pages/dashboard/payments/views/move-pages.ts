import { formatAmount } from '../../../../platform/base/money.ts'
import { shortText } from '../../../../platform/base/texts.ts'
import { askPage } from '../../../../platform/people/pages/ask-page.ts'
import { Note } from '../../../../platform/ui/back-office/components/panel.ts'
import { html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { DisclosedPayment } from '../../../back-office/disclosure/disclose-payment.ts'
import type { Answer, Visit } from '../../page.ts'
import { addressOfPayment, pathOfForm, pathOfPayment } from '../addresses.ts'
import { type ExpectedMove, isOpenFor, leftFor, type MoveRequest } from '../money-move.ts'
import { paymentStatusOf } from '../status.ts'

/** Returns the page that asks for confirmation, with the amount. */
export function renderAsk(visit: Visit, payment: DisclosedPayment, moveRequest: MoveRequest): Answer {
  const { words } = visit
  const { texts } = words
  const { move, amountMinor, items } = moveRequest
  const amount = words.money(amountMinor, payment.currency)
  const order = isolated(shortText(payment.orderReference, 60) || payment.id)
  const sentence = {
    capture: texts.askCapture(amount, order),
    refund: texts.askRefund(amount, order),
    close: payment.capturedMinor === 0n ? texts.askCloseAll(amount, order) : texts.askClose(amount, order),
  }[move]
  const label = { capture: texts.doCapture(amount), refund: texts.doRefund(amount), close: texts.doClose }[move]
  const title = { capture: texts.capture, refund: texts.refund, close: texts.close }[move]
  const chosen = items.map(
    ({ item, quantity }) =>
      html`<li>${texts.itemTimes(isolated(shortText(item.title) || texts.untitledItem), words.number(quantity))}</li>`,
  )
  return askPage(visit, {
    ...{ title, sentence, label, fields: fieldsOf(payment, moveRequest) },
    ...{ to: pathOfForm(visit, payment.id, move), back: pathOfPayment(visit, payment.id) },
    children: items.length > 0 && html`<p>${texts.askRefundItems}</p><ul class="ask-items">${chosen}</ul>`,
  })
}

function fieldsOf({ currency }: DisclosedPayment, moveRequest: MoveRequest): Readonly<Record<string, string>> {
  const { referenceId, expectedMinor, amountMinor, reason, items } = moveRequest
  return {
    reference_id: referenceId,
    amount_seen: formatAmount(expectedMinor, currency),
    ...(items.length === 0 ? { amount: formatAmount(amountMinor, currency) } : { by: 'items' }),
    ...Object.fromEntries(items.map(({ field, quantity }) => [field, String(quantity)])),
    reason,
  }
}

/** Returns the page for a stale form: nothing was moved. It shows the present state. */
export function renderChanged(visit: Visit, payment: DisclosedPayment, { move, expectedMinor }: ExpectedMove): Answer {
  const { texts, money } = visit.words
  const [expected, now] = [money(expectedMinor, payment.currency), money(leftFor(payment, move), payment.currency)]
  const lead = move === 'refund' ? texts.changedRefund(expected, now) : texts.changedCapture(expected, now)
  const sentence = isOpenFor(payment, move) ? lead : texts.changedStatus(paymentStatusOf(payment, visit.words).text)
  return {
    status: 409,
    page: { title: texts.changedTitle, isError: true },
    content: html`${Note({ tone: 'bad', children: html`<p>${sentence}</p>` })}
      <p><a class="button" href=${addressOfPayment(visit, payment.id)}>${texts.reload}</a></p>`,
  }
}
