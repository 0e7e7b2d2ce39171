import { isDate, type LocalDate, startOf } from '../../money/plans/local-time.ts'
import { nilId, type StoreId } from '../../platform/base/ids.ts'
import { day, firstInstant, type Instant, lastInstant } from '../../platform/base/times.ts'
import { findStoreByCode, type Store } from '../../platform/merchants/merchant.ts'
import type { FilterField } from '../../platform/ui/back-office/components/filter-bar.ts'
import type { Visit } from './page.ts'
import { storeChoices } from './store-name.ts'

type Query = Readonly<Record<string, string | undefined>>

/** Which days a list is of, both in it; null: no limit. It is in the list's address, and so in that of the next page and of the export. */
export interface DaySpan {
  readonly from: LocalDate | null
  readonly to: LocalDate | null
  /** As the address has it. */
  readonly query: Query
  readonly fields: readonly FilterField[]
  /** Whether something in it cannot be read. */
  readonly isWrong: boolean
}

export interface DayFilter extends DaySpan {
  /** Null: of all stores. */
  readonly storeId: StoreId | null
  readonly offset: number
}

// As the browser sends it, or nothing typed.
function isDay(text: string): boolean {
  return text === '' || isDate(text)
}

/** A day that a list begins or ends with: what was typed and is none stays as it is. */
export function dayField(name: string, label: string, value: string, error: string | undefined): FilterField {
  return { name, label, value, type: isDay(value) ? 'date' : 'text', error }
}

// Of the code in an address, which may be none, or that of no store.
function chosenStore(stores: readonly Store[], code: string) {
  const store = code === '' ? undefined : findStoreByCode(stores, code)
  return { store, isUnknown: code !== '' && store === undefined }
}

/** The choice of a store, where there is one. A code that no store has stays chosen: it is why nothing is found. */
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

/** The days in the address of a list, with the fields that show them. */
export function readSpan({ query: asked, words: { texts } }: Visit): DaySpan {
  const from = asked('created_at__gte') ?? ''
  const to = asked('created_at__lte') ?? ''
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

// No store has it: a code that nobody knows finds nothing.
const noStore = nilId

/** The days and the store in the address of a list, and its page. */
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

/** From the how-manieth on; 0 where the address says nothing that can be read. */
export function readOffset(text: string | undefined): number {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : 0
}

/** When a date begins at the first of the stores, and ends at the last; within the instants that there are. */
export function spanOf(
  { from, to }: Pick<DaySpan, 'from' | 'to'>,
  stores: readonly Pick<Store, 'currency'>[],
): { readonly start: Instant | null; readonly end: Instant | null } {
  const starts = (date: LocalDate): number[] => stores.map(({ currency }) => startOf(date, currency))
  return {
    start: from === null ? null : Math.max(Math.min(...starts(from)), firstInstant),
    end: to === null ? null : Math.min(Math.max(...starts(to)) + day, lastInstant),
  }
}
