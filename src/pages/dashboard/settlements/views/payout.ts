import type { Payout } from '../../../../money/settlements/payout.ts'
import type { Settlement } from '../../../../money/settlements/settlement.ts'
import type { Store } from '../../../../platform/merchants/merchant.ts'
import { Facts, Figures, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Answer, Visit } from '../../page.ts'
import { nameOfStore } from '../../store-name.ts'
import { clockNoteOf, momentAt } from '../../times.ts'
import { payoutStatusOf } from '../status.ts'
import { SettlementTable } from './settlements.ts'
import { beneficiaryFacts, payoutFacts } from './statement.ts'

interface PayoutView {
  readonly payout: Payout
  readonly settlements: readonly Settlement[]
  readonly stores: readonly Store[]
}

/** One payout, and the days that it pays. */
export function payoutPage(visit: Visit, { payout, settlements, stores }: PayoutView): Answer {
  const { words, address } = visit
  const { texts } = words
  const { currency, amountMinor, merchantCode, createdAt, state } = payout
  const store = stores.find((one) => one.merchantCode === merchantCode)
  const facts: [string, Content][] = [
    [texts.payoutMade, momentAt(words, createdAt, currency)],
    ...payoutFacts(visit, payout),
    [texts.store, html`<bdi>${nameOfStore(stores, merchantCode)}</bdi>`],
    ...beneficiaryFacts(visit, store),
  ]
  const content = html`
    ${Panel({
      title: texts.payout,
      aside: StatusTag(payoutStatusOf(state, words)),
      children: html`
        ${Figures({ figures: [{ label: texts.amount, value: words.money(amountMinor, currency) }] })}
        ${Facts({ facts })}
      `,
    })}
    ${Panel({
      title: texts.payoutDays,
      children: SettlementTable({ visit, settlements, stores: [], caption: texts.payoutDays }),
    })}
    <p class="soft small">${clockNoteOf(visit, currency)}</p>`
  const back = { href: address('payouts'), label: texts.payouts }
  return { page: { title: texts.payoutTitle(words.money(amountMinor, currency)), back }, content }
}
