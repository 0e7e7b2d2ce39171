import { countFrom } from '../payments/search/own-subsets.ts'
import type { PaymentSubset } from '../payments/search/search.ts'
import { usualSearchLimits } from '../payments/search/walk.ts'
import { countFailing, countOverdue, countTypedOverdue, listFailingOf, overdueEntries } from './store/overdue.ts'

/** Payments with an instalment that is overdue at the customer's. The newest payments come first, as in every list. */
export const overdueSubset: PaymentSubset = {
  // The index is not in the order of the list: each call reads all overdue payments.
  async openSource(app, { who }, { direction, until }) {
    const [row] = await app.db.run(countFailing, { ...who, limit: usualSearchLimits.manyTerms })
    if (Number(row?.count ?? 0) >= usualSearchLimits.manyTerms) return undefined
    return {
      ...{ isSearched: true, isSubset: true },
      async list({ createdAt: at, id }, limit) {
        const rows = await app.db.run(overdueEntries[direction], { ...who, at, id, until, limit })
        return rows.map((entry) => ({ id: entry.id, createdAt: entry.created_at }))
      },
    }
  },
  count: async (app, search, limit) => countFrom(await app.db.run(countOverdue, { ...search, limit })),
  countTyped: async (app, search) => countFrom(await app.db.run(countTypedOverdue, search)),
  pick: async (app, who, ids) => (await app.db.run(listFailingOf, { ...who, ids })).map(({ id }) => id),
}
