import {
  type FilterField,
  type FilterProblem,
  type FilterTime,
  formatFilter,
  type PaymentFilter,
} from '../../../../money/payments/search/payment-filter.ts'
import { daysLater, monthsLater } from '../../../../money/plans/local-time.ts'
import type { Currency } from '../../../../platform/base/markets.ts'
import type { Store } from '../../../../platform/merchants/merchant.ts'
import { type FilterField as BarField, FilterBar } from '../../../../platform/ui/back-office/components/filter-bar.ts'
import type { Choices } from '../../../../platform/ui/forms/fields.ts'
import type { Content } from '../../../../platform/ui/html.ts'
import { isolated, leftToRight } from '../../../../platform/ui/words/lang.ts'
import { dayField, storeFields } from '../../day-filter.ts'
import type { Visit } from '../../page.ts'
import { momentAt } from '../../times.ts'
import type { DashboardWords } from '../../words/words.ts'
import { tabOf } from '../tabs.ts'

export type FilterProblems = Readonly<Partial<Record<FilterField, FilterProblem>>>

interface PaymentFilterBarProps {
  readonly visit: Visit
  readonly filter: PaymentFilter
  readonly problems: FilterProblems
  readonly stores: readonly Store[]
}

/** The filter's fields, named as in the API. A value that cannot be read stays, with its error. */
export function PaymentFilterBar({ visit, filter, problems, stores }: PaymentFilterBarProps): Content {
  const { words } = visit
  const { texts } = words
  const query = new URLSearchParams(formatFilter(filter))
  const field = (name: FilterField, label: string, type: BarField['type']): BarField => {
    const problem = problems[name]
    const value = (problem && visit.query(name)) ?? query.get(name) ?? ''
    return { name, label, value, type, error: problem && sayProblem(visit, name, problem) }
  }
  const time = (name: 'created_at__gte' | 'created_at__lte', label: string): BarField => {
    const { value, error } = field(name, label, 'date')
    return dayField(name, label, value, error)
  }
  const status = field('status', texts.statusColumn, 'choice')
  const unknown = status.error === undefined ? [] : [[status.value, status.value] as const]
  const fields: BarField[] = [time('created_at__gte', texts.daysFrom), time('created_at__lte', texts.daysTo)]
  const limits: BarField[] = [
    ...storeFields(visit, stores, filter.merchantCode ?? ''),
    field('amount__gte', texts.filterAmountFrom, 'amount'),
    field('amount__lte', texts.filterAmountTo, 'amount'),
  ]
  const rare: BarField[] = [{ ...status, choices: [...statusChoices(visit, filter.status), ...unknown] }, ...limits]
  // A tab shows its status already.
  const isOpen = tabOf(filter) === undefined || limits.some(({ value }) => value !== '')
  return FilterBar({
    ...{ words, action: visit.address('payments'), fields, rare: { summary: texts.moreFilters, isOpen, fields: rare } },
    kept: filter.q === undefined ? {} : { q: filter.q },
  })
}

/** Returns the name of a status, as tabs and the filter write it. */
export function statusLabel(visit: Visit, status: string | undefined): string {
  if (status === undefined) return visit.words.texts.tabAll
  return statusChoices(visit, status).find(([word]) => word === status)?.[1] ?? status
}

function statusChoices({ words: { texts } }: Visit, chosen: string | undefined): Choices {
  return [
    ['', texts.anyStatus],
    [chosen === 'new' ? 'new' : 'authorized', texts.statusAuthorized],
    ['disputed', texts.disputed],
    ['with_refunds', texts.statusRefunded],
    ['overdue', texts.overdueAtCustomers],
    ['captured', texts.statusCaptured],
    ['refunded', texts.refundedInFull],
    ['cancelled', texts.statusCancelled],
    ['closed', texts.statusClosed],
    ['rejected', texts.statusRejected],
    ['created', texts.statusNew],
    ['expired', texts.statusExpired],
    ['all', texts.everyStatus],
  ]
}

function sayProblem({ words: { texts } }: Visit, name: FilterField, problem: FilterProblem): string {
  switch (problem) {
    case 'unknown status':
      return texts.wrongStatus
    case 'not a date':
      return texts.wrongDay
    case 'ends before it begins':
      return texts.wrongOrder
    case 'too long':
      return texts.tooLong
    default:
      return name.startsWith('amount') ? texts.wrongFilterAmount : texts.wrongStatus
  }
}

/**
 * Returns the sentence of a list: `12 captured payments of March 2026 at demo_ae`. `total`: undefined if it is not
 * counted. `currency`: of the stores whose days are shown.
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
