import {
  holdsAmount,
  type PlanOffers,
  type PlanTerms,
  standardTerms,
} from '../../platform/merchants/stores/plan-terms.ts'
import { principalsOf } from './plan.ts'

/**
 * Returns the terms that a store offers for an order, the first choice first: those whose range holds the amount, and
 * by which no part is zero. None: the order is rejected. Without terms of its own, the standard ones.
 */
export function termsFor({ terms }: PlanOffers, amountMinor: bigint): readonly PlanTerms[] {
  if (terms.length === 0) return [standardTerms]
  return terms.filter((one) => {
    return holdsAmount(one, amountMinor) && principalsOf(one, amountMinor).every((part) => part > 0n)
  })
}

/** Returns the smallest and the largest order of all terms, in minor units; null: without an end. */
export function rangeOf({ terms }: PlanOffers): { readonly minMinor: bigint | null; readonly maxMinor: bigint | null } {
  const edge = (of: (terms: PlanTerms) => bigint | null, isBeyond: (one: bigint, other: bigint) => boolean) =>
    terms.map(of).reduce<bigint | null>((far, one, index) => {
      if (index === 0 || one === null || far === null) return index === 0 ? one : null
      return isBeyond(one, far) ? one : far
    }, null)
  return {
    minMinor: edge(
      ({ minMinor }) => minMinor,
      (one, other) => one < other,
    ),
    maxMinor: edge(
      ({ maxMinor }) => maxMinor,
      (one, other) => one > other,
    ),
  }
}
