import { endOf } from '../../../../money/plans/local-time.ts'
import { datesOf, type MonthStatement } from '../../../../money/settlements/month-statement.ts'
import type { Store } from '../../../../platform/merchants/merchant.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { FilterBar, type FilterField, WrongFilter } from '../../../../platform/ui/back-office/components/filter-bar.ts'
import { type Fact, Facts, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { ExportLink } from '../../lists.ts'
import type { Answer, Visit } from '../../page.ts'
import { clockNoteOf, momentAt } from '../../times.ts'
import { beneficiaryFacts } from './statement.ts'
import { Parties, PrintButton, statementFacts } from './statement-parts.ts'

interface MonthPageProps {
  readonly fields: readonly FilterField[]
  readonly query: Readonly<Record<string, string | undefined>>
  /** Undefined if month or store of the address cannot be read. */
  readonly shown: { readonly statement: MonthStatement; readonly store: Store } | undefined
}

/** The printable statement of a store's month, and the form that chooses another one. */
export function monthPage(visit: Visit, { fields, query, shown }: MonthPageProps): Answer {
  const { words, address } = visit
  const { texts } = words
  const back = { href: address('settlements'), label: texts.settlements }
  const filter = FilterBar({ words, action: address('settlements/month'), fields })
  if (shown === undefined) {
    const content = html`${filter}${WrongFilter({ words })}`
    return { page: { title: texts.monthStatement, back, isError: true }, content, status: 422 }
  }
  const { statement, store } = shown
  const { first } = datesOf(statement.month)
  const actions = html`${PrintButton({ visit })}
    ${visit.may('export') && ExportLink({ visit, href: address('settlements/month.csv', query) })}`
  const content = html`${filter}<div class="statement">${Statement({ visit, statement, store })}</div>`
  return { page: { title: texts.statementTitle(words.month(first)), back, actions }, content }
}

interface StatementProps {
  readonly visit: Visit
  readonly statement: MonthStatement
  readonly store: Store
}

function Statement({ visit, statement, store }: StatementProps): Content {
  const { words, isTest } = visit
  const { texts } = words
  const { month, isRunning, payableAt, payouts } = statement
  const { currency } = store
  const { first, last } = datesOf(month)
  const facts: Fact[] = [
    ...statementFacts(visit, store, month),
    [texts.period, texts.fromTo(words.longDate(first), words.longDate(last))],
    ...beneficiaryFacts(visit, store),
  ]
  const notes = [
    ...(isRunning ? [texts.untilNow] : []),
    ...(payableAt === null ? [] : [texts.lastPayoutLater(momentAt(words, payableAt, currency))]),
    ...(isTest ? [texts.testStatement] : []),
  ]
  return html`${notes.map((note) => Note({ tone: 'wait', children: html`<p>${note}</p>` }))}
    ${Parties({ visit, store, endsAt: endOf(last, currency) })}
    ${Panel({ title: texts.aboutPanel, children: Facts({ facts }) })}
    ${Panel({
      title: texts.monthDays,
      aside: html`<span class="soft small">${texts.amountsIn(currency)}</span>`,
      children: Days({ visit, statement, store }),
    })}
    ${payouts.length > 0 && Panel({ title: texts.payouts, children: Payouts({ visit, statement, store }) })}
    <p class="soft small">${texts.paidOutNote} ${clockNoteOf(visit, currency)}</p>`
}

function Days({ visit: { words, address }, statement, store }: StatementProps): Content {
  const { texts } = words
  const money = (minor: bigint): string => words.bareMoney(minor, store.currency)
  const numbers = [
    ...[texts.sales, texts.refundsRow, texts.disputesRow, texts.feesRow, texts.vatRow, texts.netRow],
    ...[texts.paidOutRow, texts.closingRow],
  ]
  const cells = (
    label: string,
    sums: Omit<MonthStatement, 'days' | 'payouts' | 'month' | 'isRunning' | 'payableAt'>,
  ) => [
    label,
    ...[sums.capturesMinor, -sums.refundsMinor, -sums.disputeRefundsMinor, -sums.feesMinor, -sums.vatMinor].map(money),
    ...[sums.netMinor, -sums.paidOutMinor, sums.closingMinor].map(money),
  ]
  const opening = [texts.openingRow, '', '', '', '', '', '', '', money(statement.openingMinor)]
  return html`<div class="month-days">${DataTable({
    caption: texts.monthDays,
    columns: [{ label: texts.day }, ...numbers.map((label) => ({ label, isNumber: true }))],
    rows: [
      { cells: opening },
      ...statement.days.map((day) => ({
        href: address(`settlements/${day.id}`),
        cells: cells(words.shortDate(day.date), day),
      })),
    ],
    footer: cells(texts.monthSum, statement),
  })}</div>`
}

function Payouts({ visit: { words, address }, statement, store: { currency } }: StatementProps): Content {
  const { texts } = words
  return DataTable({
    caption: texts.payouts,
    columns: [
      { label: texts.payoutReference },
      { label: texts.payoutMade },
      { label: texts.paidAt },
      { label: texts.amount, isNumber: true },
    ],
    rows: statement.payouts.map(({ id, reference, createdAt, paidAt, amountMinor }) => ({
      href: address(`payouts/${id}`),
      cells: [
        html`<bdi dir="ltr">${reference}</bdi>`,
        momentAt(words, createdAt, currency),
        paidAt === null ? texts.notPaidYet : momentAt(words, paidAt, currency),
        words.bareMoney(amountMinor, currency),
      ],
    })),
    footer: [texts.monthSum, '', '', words.bareMoney(statement.paidOutMinor, currency)],
  })
}
