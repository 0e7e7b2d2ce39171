import { endOf } from '../../../../money/plans/local-time.ts'
import type { Payout } from '../../../../money/settlements/payout.ts'
import type { Settlement } from '../../../../money/settlements/settlement.ts'
import type { Store } from '../../../../platform/merchants/merchant.ts'
import { type Fact, Facts, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DisclosedLine } from '../../../back-office/disclosure/disclose-line.ts'
import type { Answer, Visit } from '../../page.ts'
import { clockNoteOf, momentAt } from '../../times.ts'
import { Lines, Sums } from './day-tables.ts'
import { Parties, PrintButton, statementFacts } from './statement-parts.ts'

interface StatementView {
  readonly settlement: Settlement
  readonly lines: readonly DisclosedLine[]
  readonly totalCount: number
  readonly payout: Payout | undefined
  readonly store: Store
}

/** The printable statement of one day. */
export function statementPage(visit: Visit, { settlement, lines, totalCount, payout, store }: StatementView): Answer {
  const { words, address, isTest } = visit
  const { texts } = words
  const { id, date, currency } = settlement
  const facts: Fact[] = [
    ...statementFacts(visit, store, date),
    [texts.day, words.longDate(date)],
    ...beneficiaryFacts(visit, store),
    ...(payout === undefined ? [] : payoutFacts(visit, payout)),
    [texts.settlementId, html`<bdi dir="ltr">${id}</bdi>`],
  ]
  const content = html`<div class="statement">
    ${settlement.status === 'open' && Note({ tone: 'wait', children: html`<p>${texts.openStatement}</p>` })}
    ${isTest && Note({ tone: 'wait', children: html`<p>${texts.testStatement}</p>` })}
    ${Parties({ visit, store, endsAt: endOf(date, currency) })}
    ${Panel({ title: texts.aboutPanel, children: Facts({ facts }) })}
    ${Panel({ title: texts.netPanel, children: Sums({ settlement, words }) })}
    ${Panel({
      title: texts.linesPanel,
      aside: html`<span class="soft small">${texts.inAll(words.number(totalCount))}</span>`,
      children: html`
        ${
          lines.length < totalCount &&
          Note({ tone: 'wait', children: html`<p>${texts.moreLines(words.number(lines.length))}</p>` })
        }
        ${Lines({ visit, settlement, lines })}
      `,
    })}
    <p class="soft small">${clockNoteOf(visit, currency)}</p>
  </div>`
  const actions = PrintButton({ visit })
  const back = { href: address(`settlements/${id}`), label: texts.back }
  return { page: { title: texts.statementTitle(words.longDate(date)), back, actions }, content }
}

/** The payout's beneficiary: name, and the last four digits of the IBAN. */
export function beneficiaryFacts({ words: { texts } }: Visit, store: Store | undefined): [string, Content][] {
  const { name = '', iban = '' } = store?.beneficiary ?? {}
  if (iban === '') return [[texts.paidTo, texts.noBeneficiary]]
  return [
    [texts.paidTo, html`<bdi>${name}</bdi>`],
    [texts.paidToIban, html`<bdi dir="ltr">${`•••• ${iban.slice(-4)}`}</bdi>`],
  ]
}

/** The payout's reference on the bank's statement, and its date. */
export function payoutFacts({ words }: Visit, { reference, paidAt, currency }: Payout): [string, Content][] {
  const { texts } = words
  return [
    [texts.payoutReference, html`<bdi dir="ltr">${reference}</bdi>`],
    [texts.paidAt, paidAt === null ? texts.notPaidYet : momentAt(words, paidAt, currency)],
  ]
}
