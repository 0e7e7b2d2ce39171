import type { App } from '../../../platform/app/app.ts'
import type { Country } from '../../../platform/base/markets.ts'
import { firstInstant, lastInstant } from '../../../platform/base/times.ts'
import { settleDueOf } from '../../../platform/due/settling.ts'
import type { Actor, MerchantMode } from '../../../platform/merchants/caller.ts'
import { findStoreByCode } from '../../../platform/merchants/merchant.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { duePayments } from '../due-payments.ts'
import { ownSubsets } from './own-subsets.ts'
import { createdRange, kindsOf, type PaymentFilter, type SubsetWord, subsetOf } from './payment-filter.ts'
import type { PaymentSubset, Search } from './search.ts'
import { type Guess, guess } from './search-terms.ts'
import { findAnyGap, findGap } from './store/filling.ts'

/** The subsets that a filter may name. The caller hands in those of rooms above. */
export type PaymentSubsets = Readonly<Partial<Record<SubsetWord, PaymentSubset>>>

/** Returns the search for a merchant's filter. Settles nothing: `openSearch` settles due payments first. */
export async function loadSearch(
  app: App,
  who: MerchantMode,
  filter: PaymentFilter,
  subsets: PaymentSubsets = ownSubsets,
): Promise<Search> {
  const { merchantId, isTest } = who
  const { merchantCode, q, amountFrom, amountTo } = filter
  const isByTerm = q !== undefined || amountFrom !== undefined || amountTo !== undefined
  const [stores, gaps] = await Promise.all([
    listStores(app, merchantId),
    isByTerm ? app.db.run(findGap, { merchantId }) : [],
  ])
  const store = merchantCode === undefined ? stores[0] : findStoreByCode(stores, merchantCode)
  const currency = store?.currency ?? 'AED'
  const { createdFrom, createdTo } = createdRange(filter, currency)
  const countries = [...new Set(stores.map(({ country }) => country))]
  return {
    who: { merchantId, isTest },
    stores,
    kinds: store === undefined ? [] : kindsOf(filter),
    createdFrom: Math.max(createdFrom ?? firstInstant, firstInstant),
    createdTo: Math.min(createdTo ?? lastInstant, lastInstant),
    storeId: (merchantCode !== undefined && store?.id) || null,
    currency,
    amountFrom: amountFrom ?? null,
    amountTo: amountTo ?? null,
    subset: subsetIn(subsets, filter),
    guess: q === undefined ? undefined : guessOf(q, countries),
    isPartial: gaps.length > 0,
  }
}

function subsetIn(subsets: PaymentSubsets, filter: PaymentFilter): PaymentSubset | undefined {
  const word = subsetOf(filter)
  const subset = word && subsets[word]
  if (word !== undefined && subset === undefined) throw new Error(`no subset of the payments is ${word}`)
  return subset
}

/** Returns the same search with another word of the status filter; undefined: none. */
export function searchWithStatus(
  search: Search,
  filter: PaymentFilter,
  status: string | undefined,
  subsets: PaymentSubsets,
): Search {
  const other = { ...filter, status }
  const isNothing = search.kinds.length === 0
  return { ...search, kinds: isNothing ? [] : kindsOf(other), subset: subsetIn(subsets, other) }
}

// A text of invisible characters searches for nothing.
function guessOf(q: string, countries: readonly Country[]): Guess | undefined {
  const guessed = guess(q, countries)
  return guessed.begins.length === 0 ? undefined : guessed
}

/**
 * Returns the search for the actor's filter, for pages, totals and walks. Settles the merchant's due payments first, as
 * the API's list does, so that no status is stale.
 */
export async function openSearch(
  app: App,
  actor: Actor,
  filter: PaymentFilter,
  subsets: PaymentSubsets = ownSubsets,
): Promise<Search> {
  await settleDueOf(app, duePayments, actor)
  return loadSearch(app, actor, filter, subsets)
}

/** Whether `findAcrossMerchants` may miss payments: for a while after an update from an earlier version. */
export async function isSearchPartial(app: App): Promise<boolean> {
  return (await app.db.run(findAnyGap, {})).length > 0
}
