import { type FilterTime, formatFilter, type PaymentFilter } from '../../../money/payments/search/payment-filter.ts'
import { daysLater, monthsLater } from '../../../money/plans/local-time.ts'
import type { Currency } from '../../../platform/base/money.ts'
import { isolated, leftToRight } from '../../../platform/ui/words/lang.ts'
import type { DashboardWords } from '../words/words.ts'
import { momentAt } from '../zone.ts'

/**
 * What a list shows, in a sentence: `12 captured payments of March 2026 at demo_ae`. `total`: undefined where nobody has counted them;
 * `currency`: of the store whose days are meant.
 */
export function summaryOf(
  words: DashboardWords,
  filter: PaymentFilter,
  total: number | undefined,
  currency: Currency,
): string {
  const { texts } = words
  const query = new URLSearchParams(formatFilter(filter))
  const { merchantCode, q } = filter
  const status = filter.status ?? (q === undefined ? 'known' : 'all')
  const parts = [
    total === undefined ? texts.foundMany(status) : texts.foundPayments(total, words.number(total), status),
    sayTime(words, filter, currency),
    merchantCode === undefined ? '' : texts.foundAt(isolated(merchantCode)),
    sayAmount(words, query.get('amount__gte'), query.get('amount__lte')),
    q === undefined ? '' : texts.foundBy(isolated(q)),
  ]
  return `${parts.filter((part) => part !== '').join(' ')}.`
}

function sayTime(words: DashboardWords, { createdFrom, createdTo }: PaymentFilter, currency: Currency): string {
  const { texts } = words
  if (createdFrom === undefined && createdTo === undefined) return ''
  const say = (time: FilterTime): string =>
    'date' in time ? words.longDate(time.date) : momentAt(words, time.at, currency)
  if (createdTo === undefined) return createdFrom === undefined ? '' : texts.foundSince(say(createdFrom))
  if (createdFrom === undefined) return texts.foundUntil(say(createdTo))
  if ('date' in createdFrom && 'date' in createdTo) {
    const [from, to] = [createdFrom.date, createdTo.date]
    if (from === to) return texts.foundOf(words.longDate(from))
    if (from.endsWith('-01') && to === daysLater(monthsLater(from, 1), -1)) return texts.foundOf(words.month(from))
  }
  return texts.foundFromTo(say(createdFrom), say(createdTo))
}

function sayAmount({ texts }: DashboardWords, from: string | null, to: string | null): string {
  if (from !== null && to !== null) return texts.foundBetween(leftToRight(from), leftToRight(to))
  if (from !== null) return texts.foundAbove(leftToRight(from))
  return to === null ? '' : texts.foundBelow(leftToRight(to))
}
