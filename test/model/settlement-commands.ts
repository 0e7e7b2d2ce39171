import fc from 'fast-check'
import type { Rates } from '../../testkit/fee-model.ts'

/** A payment, and a part of its remaining amount, as shares of 1. */
interface Part {
  readonly which: number
  readonly share: number
}

export type Step =
  | { readonly do: 'buy'; readonly store: 0 | 1; readonly live: boolean; readonly minor: number }
  | ({ readonly do: 'capture' | 'refund' | 'dispute' } & Part)
  | ({ readonly do: 'close' | 'rename' | 'decide' } & Pick<Part, 'which'>)
  | { readonly do: 'rates'; readonly store: 0 | 1; readonly rates: Rates }
  /** A duration, or a wait until an event of the first store's day, or until a second before it. */
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'wait until'; readonly hour: 0 | 10; readonly early: boolean }

const which = fc.double({ min: 0, max: 0.999, noNaN: true })
const part = fc.record({ which, share: fc.oneof(which, fc.constant(1)) })
const store = fc.constantFrom(0 as const, 1 as const)
const rates: fc.Arbitrary<Rates> = fc.record({
  percent: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_000 })),
  fixed: fc.bigInt({ min: 0n, max: 300n }),
  vatPercent: fc.constantFrom(0, 500, 1_500, 3_333),
  refund: fc.constantFrom('percent', 'none', 'all'),
})
const minor = fc.oneof(fc.integer({ min: 1_00, max: 500_00 }), fc.constantFrom(1_01, 340_00, 100_03))
const act = <D extends string, T>(does: D, rest: fc.Arbitrary<T>) => rest.map((more) => ({ do: does, ...more }))

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: act('buy', fc.record({ store, live: fc.boolean(), minor })) },
  { weight: 6, arbitrary: act('capture', part) },
  { weight: 5, arbitrary: act('refund', part) },
  { weight: 2, arbitrary: act('dispute', part) },
  { weight: 1, arbitrary: act('decide', fc.record({ which })) },
  { weight: 1, arbitrary: act('close', fc.record({ which })) },
  { weight: 1, arbitrary: act('rename', fc.record({ which })) },
  { weight: 2, arbitrary: act('rates', fc.record({ store, rates })) },
  { weight: 2, arbitrary: act('wait', fc.record({ seconds: fc.integer({ min: 1, max: 4 * 86_400 }) })) },
  {
    weight: 5,
    arbitrary: act('wait until', fc.record({ hour: fc.constantFrom(0 as const, 10 as const), early: fc.boolean() })),
  },
)

export interface SettlementLife {
  readonly rates: readonly [Rates, Rates]
  readonly steps: readonly Step[]
}

export const lives: fc.Arbitrary<SettlementLife> = fc.record({
  rates: fc.tuple(rates, rates),
  steps: fc.array(steps, { minLength: 5, maxLength: 30 }),
})
