import { type Currency, currencies } from '../../../../platform/base/markets.ts'
import { formatAmount } from '../../../../platform/base/money.ts'
import { shortText } from '../../../../platform/base/texts.ts'
import { askPage } from '../../../../platform/people/pages/ask-page.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Note } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { DisclosedFoundPayment, DisclosedPayment } from '../../../back-office/disclosure/disclose-payment.ts'
import type { Answer, Visit } from '../../page.ts'
import { pathOfList } from '../addresses.ts'

/** A ticked payment with the remaining amount that the list showed, in minor units. */
export interface CapturableRow {
  readonly payment: DisclosedPayment
  readonly leftMinor: bigint
}

/** The prefix of the boxes' names. The payment's id follows it. The value is the shown remaining amount. */
export const pickPrefix = 'left_'

/** The checkbox that picks a payment to capture. Its value is the remaining amount. */
export function CaptureBox({ words, payment }: { words: Visit['words']; payment: DisclosedFoundPayment }): Content {
  const { id, orderReference, amountMinor, capturedMinor, currency } = payment
  const label = words.texts.pickOne(isolated(shortText(orderReference, 60) || id))
  return html`<label class="pick"><input class="pick-box" type="checkbox" name=${pickPrefix + id} value=${formatAmount(amountMinor - capturedMinor, currency)} /><span class="unseen">${label}</span></label>`
}

interface CaptureConfirmation {
  readonly picked: readonly CapturableRow[]
  readonly referenceId: string
  /** The place of the list. */
  readonly place: string
}

/** Returns the page that asks for confirmation, with the number and the sum. */
export function askMany(visit: Visit, { picked, referenceId, place }: CaptureConfirmation): Answer {
  const { words } = visit
  const { texts } = words
  const sum = sayLeft(visit, picked)
  const left = picked.map(({ payment, leftMinor }) => [
    pickPrefix + payment.id,
    formatAmount(leftMinor, payment.currency),
  ])
  const question = askPage(visit, {
    ...{ title: texts.captureManyTitle, label: texts.doCapture(sum) },
    sentence: texts.askCaptureMany(picked.length, words.number(picked.length), sum),
    ...{ to: pathOfList(place, 'payments/capture'), back: pathOfList(place, 'payments') },
    fields: { reference_id: referenceId, ...Object.fromEntries(left) },
  })
  return { ...question, content: html`${question.content}${PickedTable({ visit, picked })}` }
}

/** Returns the page with the captured payments, and those that changed and were not captured. */
export function capturedMany(
  visit: Visit,
  { captured, left, back }: { captured: readonly CapturableRow[]; left: readonly CapturableRow[]; back: string },
): Answer {
  const { words } = visit
  const { texts } = words
  const sentence = texts.capturedMany(captured.length, words.number(captured.length))
  const content = html`
    ${captured.length > 0 && Note({ tone: 'good', children: html`<p>${sentence} ${sayLeft(visit, captured)}</p>` })}
    ${
      left.length > 0 &&
      html`${Note({
        tone: 'bad',
        children: html`<p>${texts.notCapturedMany(left.length, words.number(left.length))}</p>`,
      })}
        ${PickedTable({ visit, picked: left })}`
    }
    <p><a class="button" href=${back}>${texts.backToList}</a></p>`
  const page = { title: texts.captureManyTitle, back: { href: back, label: texts.payments }, isError: left.length > 0 }
  return { page, content, status: left.length > 0 ? 409 : 200 }
}

export function nonePicked({ words: { texts } }: Visit, back: string): Answer {
  const content = html`${Note({ tone: 'bad', children: html`<p>${texts.nothingTicked}</p>` })}
    <p><a class="button" href=${back}>${texts.backToList}</a></p>`
  return { page: { title: texts.captureManyTitle, isError: true }, content, status: 422 }
}

function PickedTable({ visit, picked }: { visit: Visit; picked: readonly CapturableRow[] }): Content {
  const { words, address } = visit
  const { texts } = words
  const columns = [
    { label: texts.columnOrder },
    { label: texts.columnCustomer },
    { label: texts.leftToCapture, isNumber: true },
  ]
  const rows = picked.map(({ payment, leftMinor }) => ({
    href: address(`payments/${payment.id}`),
    cells: [
      html`<bdi>${shortText(payment.orderReference, 60) || payment.id}</bdi>`,
      html`<bdi>${shortText(payment.order.buyer.name, 60)}</bdi>`,
      words.money(leftMinor, payment.currency),
    ],
  }))
  return DataTable({ caption: texts.captureManyTitle, columns, rows })
}

// Amounts of different currencies have no sum.
function sayLeft({ words }: Visit, picked: readonly CapturableRow[]): string {
  const sumOf = (currency: Currency): bigint =>
    picked.reduce((sum, { payment, leftMinor }) => (payment.currency === currency ? sum + leftMinor : sum), 0n)
  const sums = currencies.map((currency) => [sumOf(currency), currency] as const).filter(([sum]) => sum > 0n)
  return words.list(sums.map(([sum, currency]) => words.money(sum, currency)))
}
