import { daysLater, isDate, type LocalDate, startOf } from '../../money/plans/local-time.ts'
import { nilId, type StoreId } from '../../platform/base/ids.ts'
import { firstInstant, type Instant, lastInstant } from '../../platform/base/times.ts'
import { findStoreByCode, type Store } from '../../platform/merchants/merchant.ts'
import type { FilterField } from '../../platform/ui/back-office/components/filter-bar.ts'
import type { Visit } from './page.ts'
import { storeChoices } from './store-name.ts'

type Query = Readonly<Record<string, string | undefined>>

/**
 * The days of a list, both included; null: no limit. The address of the list has them, and so do its next page and
 * its export.
 */
export interface DaySpan {
  readonly from: LocalDate | null
  readonly to: LocalDate | null
  /** The value in the address. */
  readonly query: Query
  readonly fields: readonly FilterField[]
  /** Whether a value cannot be read. */
  readonly isWrong: boolean
}

export interface DayFilter extends DaySpan {
  /** Null: all stores. */
  readonly storeId: StoreId | null
  readonly offset: number
}

// An empty text, or a date as the browser sends it.
function isDay(text: string): boolean {
  return text === '' || isDate(text)
}

/** Returns the first or last day of a list. A typed value that is no day stays. */
export function dayField(name: string, label: string, value: string, error: string | undefined): FilterField {
  return { name, label, value, type: isDay(value) ? 'date' : 'text', error }
}

// Returns the store of a code in the address, which may be empty or unknown.
function chosenStore(stores: readonly Store[], code: string) {
  const store = code === '' ? undefined : findStoreByCode(stores, code)
  return { store, isUnknown: code !== '' && store === undefined }
}

/**
 * The field that chooses a store, if there are several. An unknown code stays chosen, because it is the reason for
 * an empty list.
 */
export function storeFields({ words: { texts } }: Visit, stores: readonly Store[], code: string): FilterField[] {
  const { store, isUnknown } = chosenStore(stores, code)
  if (stores.length < 2 && !isUnknown) return []
  const unknown = isUnknown ? [[code, code] as const] : []
  return [
    {
      ...{ name: 'merchant_code', label: texts.storeField, type: 'choice', value: store?.merchantCode ?? code },
      choices: [['', texts.allStores], ...storeChoices(stores), ...unknown],
    },
  ]
}

/** Returns the days in the address of a list, with their fields. */
export function readSpan({ query, words: { texts } }: Visit): DaySpan {
  const from = query('created_at__gte') ?? ''
  const to = query('created_at__lte') ?? ''
  const isLate = isDate(from) && isDate(to) && from > to
  const fields = [
    dayField('created_at__gte', texts.daysFrom, from, isDay(from) ? undefined : texts.wrongDay),
    dayField('created_at__lte', texts.daysTo, to, isDay(to) ? (isLate ? texts.wrongOrder : undefined) : texts.wrongDay),
  ]
  return {
    from: isDate(from) ? from : null,
    to: isDate(to) ? to : null,
    query: { created_at__gte: from || undefined, created_at__lte: to || undefined },
    fields,
    isWrong: fields.some(({ error }) => error !== undefined),
  }
}

// No store has this code, so the list is empty.
const noStore = nilId

/** Returns the days and the store in the address of a list, with its page. */
export function readDays(visit: Visit, stores: readonly Store[]): DayFilter {
  const span = readSpan(visit)
  const code = visit.query('merchant_code') ?? ''
  const { store, isUnknown } = chosenStore(stores, code)
  const fields = [...span.fields, ...storeFields(visit, stores, code)]
  return {
    ...span,
    storeId: isUnknown ? noStore : (store?.id ?? null),
    offset: readOffset(visit.query('offset')),
    query: { ...span.query, merchant_code: code || undefined },
    fields,
  }
}

/** Returns the offset of the page; 0 if the address has no valid one. */
export function readOffset(text: string | undefined): number {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : 0
}

/** Returns the start of a date at the first store and its end at the last, within the valid instants. */
export function spanOf(
  { from, to }: Pick<DaySpan, 'from' | 'to'>,
  stores: readonly Pick<Store, 'currency'>[],
): { readonly start: Instant | null; readonly end: Instant | null } {
  const starts = (date: LocalDate): number[] => stores.map(({ currency }) => startOf(date, currency))
  return {
    start: from === null ? null : Math.max(Math.min(...starts(from)), firstInstant),
    end: to === null ? null : Math.min(Math.max(...starts(daysLater(to, 1))), lastInstant),
  }
}
