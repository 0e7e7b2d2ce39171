import { type Currency, currencies } from '../../../../platform/base/markets.ts'
import { withQuery } from '../../../../platform/people/pages/answers.ts'
import { askPage } from '../../../../platform/people/pages/ask-page.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { DisclosedDispute } from '../../../back-office/disclosure/disclose-dispute.ts'
import { formatExpected } from '../../../back-office/expected-versions.ts'
import type { Answer, Visit } from '../../page.ts'
import { listQueryOf } from '../dispute-address.ts'
import { DisputeTable } from './dispute-table.ts'

/** The page that asks for confirmation, with the refunded amounts and the customers. */
export function askApprove(visit: Visit, disputes: readonly DisclosedDispute[]): Answer {
  const { words } = visit
  const { texts } = words
  const [first] = disputes
  const sum = sumText(visit, disputes)
  const isOne = disputes.length === 1 && first !== undefined
  const sentence = isOne
    ? texts.askApprove(sum, isolated(first.orderNumber))
    : texts.askApproveMany(words.number(disputes.length), sum)
  const table: Content = isOne ? null : DisputeTable({ visit, disputes, caption: texts.disputes })
  const question = askPage(visit, {
    title: texts.approve,
    sentence,
    label: texts.doApprove(sum),
    to: withQuery('disputes/approve', listQueryOf(visit)),
    back: isOne ? `disputes/${first.id}` : withQuery('disputes', listQueryOf(visit)),
    fields: { dispute: disputes.map(formatExpected).join(' ') },
  })
  return { ...question, content: html`${question.content}${table}` }
}

// Amounts of different currencies have no sum.
function sumText({ words }: Visit, disputes: readonly DisclosedDispute[]): string {
  const sumOf = (target: Currency): bigint =>
    disputes.reduce((sum, { amountMinor, currency }) => (currency === target ? sum + amountMinor : sum), 0n)
  const sums = currencies.map((currency) => [sumOf(currency), currency] as const).filter(([sum]) => sum > 0n)
  return words.list(sums.map(([sum, currency]) => words.money(sum, currency)))
}
