import type { PaymentSubset, SubsetCount } from './search.ts'
import { countSubset, countTypedSubset, entriesOfSubset, pickSubset } from './store/subsets.ts'

function newSubset(name: keyof typeof countSubset): PaymentSubset {
  return {
    async openSource(app, { who }, { direction, until }) {
      return {
        ...{ isSearched: false, isSubset: true },
        async list({ createdAt: at, id }, limit) {
          const rows = await app.db.run(entriesOfSubset[name][direction], { ...who, at, id, until, limit })
          return rows.map((row) => ({ id: row.id, createdAt: row.created_at }))
        },
      }
    },
    count: async (app, search, limit) => countFrom(await app.db.run(countSubset[name], { ...search, limit })),
    countTyped: async (app, search) => countFrom(await app.db.run(countTypedSubset[name], search)),
    pick: async (app, who, ids) => (await app.db.run(pickSubset[name], { ...who, ids })).map(({ id }) => id),
  }
}

/** Returns the count of a statement's only row. */
export function countFrom([row]: readonly { readonly compared: bigint; readonly matching: bigint }[]): SubsetCount {
  return { compared: Number(row?.compared ?? 0), matching: Number(row?.matching ?? 0) }
}

/** Payments with an open dispute, and payments of which something was refunded. */
export const ownSubsets = { disputed: newSubset('disputed'), with_refunds: newSubset('with_refunds') }
