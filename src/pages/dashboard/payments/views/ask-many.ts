import { type Currency, currencies, formatAmount } from '../../../../platform/base/money.ts'
import { askPage } from '../../../../platform/people/pages/ask-page.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Note } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Answer, Visit } from '../../page.ts'
import type { Picked } from '../capture-forms.ts'
import { pathOfList } from '../place.ts'
import { pickPrefix } from './pick.ts'

interface Asked {
  readonly picked: readonly Picked[]
  readonly referenceId: string
  /** The place of the list. */
  readonly place: string
}

/** Says how many are captured and how much that is, and asks once. */
export function askMany(visit: Visit, { picked, referenceId, place }: Asked): Answer {
  const { words } = visit
  const { texts } = words
  const sum = sayLeft(visit, picked)
  const left = picked.map(({ payment, leftMinor }) => [
    pickPrefix + payment.id,
    formatAmount(leftMinor, payment.currency),
  ])
  const asked = askPage(visit, {
    ...{ title: texts.captureManyTitle, label: texts.doCapture(sum) },
    sentence: texts.askCaptureMany(picked.length, words.number(picked.length), sum),
    ...{ to: pathOfList(place, 'payments/capture'), back: pathOfList(place, 'payments') },
    fields: { reference_id: referenceId, ...Object.fromEntries(left) },
  })
  return { ...asked, content: html`${asked.content}${PickedTable({ visit, picked })}` }
}

/** What came of it: which were captured, and which were not because they have changed. */
export function capturedMany(
  visit: Visit,
  { captured, left, back }: { captured: readonly Picked[]; left: readonly Picked[]; back: string },
): Answer {
  const { words } = visit
  const { texts } = words
  const said = texts.capturedMany(captured.length, words.number(captured.length))
  const content = html`
    ${captured.length > 0 && Note({ tone: 'good', children: html`<p>${said} ${sayLeft(visit, captured)}</p>` })}
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

function PickedTable({ visit, picked }: { visit: Visit; picked: readonly Picked[] }): Content {
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
      html`<bdi>${payment.orderReference || payment.id}</bdi>`,
      html`<bdi>${payment.order.buyer.name}</bdi>`,
      words.money(leftMinor, payment.currency),
    ],
  }))
  return DataTable({ caption: texts.captureManyTitle, columns, rows })
}

// Amounts of different currencies have no sum.
function sayLeft({ words }: Visit, picked: readonly Picked[]): string {
  const sumOf = (currency: Currency): bigint =>
    picked.reduce((sum, { payment, leftMinor }) => (payment.currency === currency ? sum + leftMinor : sum), 0n)
  const sums = currencies.map((currency) => [sumOf(currency), currency] as const).filter(([sum]) => sum > 0n)
  return words.list(sums.map(([sum, currency]) => words.money(sum, currency)))
}
