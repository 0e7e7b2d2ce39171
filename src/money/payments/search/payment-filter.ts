import type { Currency } from '../../../platform/base/markets.ts'
import { latinDigits } from '../../../platform/base/texts.ts'
import { formatMilliseconds, type Instant, isDateText, parseInstant } from '../../../platform/base/times.ts'
import { endOf, type LocalDate, startOf } from '../../plans/local-time.ts'
import { defaultFilter, listFilters } from '../counted-list/list-filter.ts'
import type { ListedAs } from '../payment.ts'
import { type AmountProblem, formatThousandths, parseThousandths } from './thousandths.ts'

/** All kinds of payments. */
export const everyKind: readonly ListedAs[] = [...defaultFilter, 'created', 'rejected', 'expired']

/** The words of the status filter that name a `PaymentSubset`. Its payments are of every kind. */
export const subsetWords = ['disputed', 'with_refunds', 'overdue'] as const
export type SubsetWord = (typeof subsetWords)[number]

/** The words of the status filter: the API's, three that its lists do not have, and those of the subsets. */
export const statusWords: Readonly<Record<string, readonly ListedAs[]>> = {
  ...listFilters,
  created: ['created'],
  expired: ['expired'],
  all: everyKind,
  ...Object.fromEntries(subsetWords.map((word) => [word, everyKind])),
}

/** A whole day of the store, or a moment. */
export type FilterTime = { readonly date: LocalDate } | { readonly at: Instant }

/** A filter of payments. An undefined member does not limit. */
export interface PaymentFilter {
  /** A word of `statusWords`; undefined: see `kindsOf`. */
  readonly status: string | undefined
  readonly createdFrom: FilterTime | undefined
  readonly createdTo: FilterTime | undefined
  readonly merchantCode: string | undefined
  /** In thousandths of a currency unit, for each currency. Both inclusive. */
  readonly amountFrom: bigint | undefined
  readonly amountTo: bigint | undefined
  /** The typed text. `guess` of search-terms.ts interprets it. */
  readonly q: string | undefined
}

export const noFilter: PaymentFilter = {
  status: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  merchantCode: undefined,
  amountFrom: undefined,
  amountTo: undefined,
  q: undefined,
}

/** The names of the filter's members in addresses, forms and the API, in the order of an address. */
export const filterFields = [
  'status',
  'created_at__gte',
  'created_at__lte',
  'merchant_code',
  'amount__gte',
  'amount__lte',
  'q',
] as const
export type FilterField = (typeof filterFields)[number]

export type FilterProblem = 'unknown status' | 'not a date' | 'ends before it begins' | AmountProblem | 'too long'

interface ParsedFilter {
  /** Without the wrong members. */
  readonly filter: PaymentFilter
  readonly problems: Readonly<Partial<Record<FilterField, FilterProblem>>>
}

/** The maximal length of a text, in characters. */
const maxLength = 255

/**
 * Reads the filter from an address query. Never throws: leaves out wrong members and names their problems. The last of
 * repeated members counts. A range that ends before it begins finds nothing, and has a problem, too.
 */
export function parseFilter(query: Readonly<Record<string, unknown>>): ParsedFilter {
  const problems: Partial<Record<FilterField, FilterProblem>> = {}
  const read = <T>(field: FilterField, parse: (text: string) => T | ParseError): T | undefined => {
    const text = textOf(query[field])
    if (text === '') return undefined
    const parsed = text.length > maxLength ? new ParseError('too long') : parse(text)
    if (!(parsed instanceof ParseError)) return parsed
    problems[field] = parsed.problem
    return undefined
  }
  const filter: PaymentFilter = {
    status: read('status', (text) => (Object.hasOwn(statusWords, text) ? text : new ParseError('unknown status'))),
    createdFrom: read('created_at__gte', parseTime),
    createdTo: read('created_at__lte', parseTime),
    merchantCode: read('merchant_code', (text) => text),
    amountFrom: read('amount__gte', parseAmount),
    amountTo: read('amount__lte', parseAmount),
    q: read('q', (text) => text),
  }
  const { createdFrom, createdTo, amountFrom, amountTo } = filter
  if (createdFrom && createdTo && firstOf(createdFrom, 'AED') > lastOf(createdTo, 'AED')) {
    problems.created_at__lte = 'ends before it begins'
  }
  if (amountFrom !== undefined && amountTo !== undefined && amountFrom > amountTo) {
    problems.amount__lte = 'ends before it begins'
  }
  return { filter, problems }
}

/** Returns the filter as an address query without `?`, in a fixed order. Empty for no filter. */
export function formatFilter(filter: PaymentFilter): string {
  const texts: Record<FilterField, string | undefined> = {
    status: filter.status,
    created_at__gte: filter.createdFrom && formatTime(filter.createdFrom),
    created_at__lte: filter.createdTo && formatTime(filter.createdTo),
    merchant_code: filter.merchantCode,
    amount__gte: filter.amountFrom === undefined ? undefined : formatThousandths(filter.amountFrom),
    amount__lte: filter.amountTo === undefined ? undefined : formatThousandths(filter.amountTo),
    q: filter.q,
  }
  const query = new URLSearchParams()
  for (const field of filterFields) {
    const text = texts[field]
    if (text !== undefined) query.append(field, text)
  }
  return query.toString()
}

/**
 * Returns the kinds of the filter. Without a status: those of the API's list, authorized and closed; with a typed text:
 * all kinds.
 */
export function kindsOf({ status, q }: Pick<PaymentFilter, 'status' | 'q'>): readonly ListedAs[] {
  const word = status === undefined ? undefined : statusWords[status]
  return word ?? (q === undefined ? defaultFilter : everyKind)
}

/** Returns the word of the subset that the filter chooses; undefined: no subset. */
export function subsetOf({ status }: Pick<PaymentFilter, 'status'>): SubsetWord | undefined {
  return subsetWords.find((word) => word === status)
}

/** Returns both bounds, inclusive, in the store's days; null: no bound. */
export function createdRange({ createdFrom, createdTo }: PaymentFilter, currency: Currency) {
  return {
    createdFrom: createdFrom === undefined ? null : firstOf(createdFrom, currency),
    createdTo: createdTo === undefined ? null : lastOf(createdTo, currency),
  }
}

class ParseError {
  readonly problem: FilterProblem

  constructor(problem: FilterProblem) {
    this.problem = problem
  }
}

function textOf(value: unknown): string {
  const last = Array.isArray(value) ? value.at(-1) : value
  return typeof last === 'string' ? last.trim() : ''
}

// A `+` of an offset that a client did not encode arrives as a space.
function parseTime(text: string): FilterTime | ParseError {
  const typed = latinDigits(text)
  if (isDateText(typed)) return { date: typed }
  const at = parseInstant(typed.replace(/ (?=\d{2}:?\d{2}$)/, '+'))
  return at === undefined ? new ParseError('not a date') : { at }
}

function formatTime(time: FilterTime): string {
  return 'date' in time ? time.date : formatMilliseconds(time.at)
}

function firstOf(time: FilterTime, currency: Currency): Instant {
  return 'date' in time ? startOf(time.date, currency) : time.at
}

function lastOf(time: FilterTime, currency: Currency): Instant {
  return 'date' in time ? endOf(time.date, currency) : time.at
}

function parseAmount(text: string): bigint | ParseError {
  const thousandths = parseThousandths(text)
  return typeof thousandths === 'string' ? new ParseError(thousandths) : thousandths
}
