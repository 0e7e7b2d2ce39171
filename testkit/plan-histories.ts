import fc from 'fast-check'
import type { Decision, EarlyChoice } from './plan-books.ts'
import { dayMs, hourMs } from './plan-installments.ts'
import { type ModelTerms, randomTerms } from './plan-terms.ts'

/** A step of one authorized payment. Shares are of the largest possible amount, times in minutes. */
export type PlanStep =
  | { readonly do: 'capture' | 'refund'; readonly share: number }
  | { readonly do: 'close' | 'dispute' }
  /** The open dispute is decided, for the customer if it refunds. */
  | { readonly do: 'decide'; readonly refunds: boolean }
  | { readonly do: 'wait'; readonly minutes: number }
  /** The customer presses the button this number of times. */
  | { readonly do: 'pay'; readonly what: EarlyChoice; readonly times: number }
  | { readonly do: 'card'; readonly card: number }
  | { readonly do: 'resolve'; readonly decision: Decision }
  | { readonly do: 'fail-return' }

export interface PlanHistory {
  readonly currency: 'AED' | 'KWD' | 'SAR'
  readonly amount: number
  /** Null: the standard terms. */
  readonly terms: ModelTerms | null
  readonly authorizedAt: number
  readonly autoCaptureDays: number | null
  /** The bank's answers, charge by charge. After the last one it charges. */
  readonly bank: readonly (Decision | 'lost')[]
  readonly steps: readonly PlanStep[]
}

const day = dayMs / 60_000
const hour = hourMs / 60_000

// The first charge is not part of the list. Most answers are charges or declines for now.
const mixedAnswers = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant('charged' as const) },
    { weight: 8, arbitrary: fc.constant('later' as const) },
    { weight: 1, arbitrary: fc.constant('never' as const) },
    { weight: 2, arbitrary: fc.constant('lost' as const) },
  ),
  { maxLength: 24 },
)
const answers = fc.oneof(
  { weight: 9, arbitrary: mixedAnswers },
  { weight: 1, arbitrary: fc.constant(Array<Decision>(40).fill('later')) },
)
const share = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(1), fc.constant(0.25))
const minutes = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 40 * day }) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 30 * hour }) },
  { weight: 6, arbitrary: fc.constantFrom(hour, day, 7 * day, 28 * day, 31 * day, 90 * day) },
  { weight: 1, arbitrary: fc.constant(366 * day) },
)

export const planSteps: fc.Arbitrary<PlanStep> = fc.oneof(
  { weight: 6, arbitrary: minutes.map((waited): PlanStep => ({ do: 'wait', minutes: waited })) },
  { weight: 3, arbitrary: share.map((of): PlanStep => ({ do: 'capture', share: of })) },
  { weight: 2, arbitrary: share.map((of): PlanStep => ({ do: 'refund', share: of })) },
  { weight: 1, arbitrary: fc.constant<PlanStep>({ do: 'close' }) },
  { weight: 1, arbitrary: fc.constant<PlanStep>({ do: 'dispute' }) },
  { weight: 2, arbitrary: fc.boolean().map((refunds): PlanStep => ({ do: 'decide', refunds })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom<EarlyChoice>('next', 'overdue', 'all'), fc.constantFrom(1, 1, 1, 1, 2, 16))
      .map(([what, times]): PlanStep => ({ do: 'pay', what, times })),
  },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 2 }).map((card): PlanStep => ({ do: 'card', card })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom<Decision>('charged', 'later', 'never')
      .map((decision): PlanStep => ({ do: 'resolve', decision })),
  },
  { weight: 1, arbitrary: fc.constant<PlanStep>({ do: 'fail-return' }) },
)

const minor = fc.oneof(fc.integer({ min: 1, max: 500_00 }), fc.constantFrom(340_00, 100_03, 1, 3, 4, 7))

/** Random histories of authorized payments, with the banks' answers. */
export const planHistories: fc.Arbitrary<PlanHistory> = fc.record({
  currency: fc.constantFrom('AED' as const, 'KWD' as const, 'SAR' as const),
  amount: minor,
  terms: randomTerms,
  // Whole minutes within four years: the ends of all months and a 29th of February are among them.
  authorizedAt: fc.integer({ min: 0, max: 4 * 365 * day }).map((at) => Date.UTC(2026, 0, 1) + at * 60_000),
  autoCaptureDays: fc.constantFrom(21, 21, 21, null),
  bank: answers,
  steps: fc.array(planSteps, { minLength: 3, maxLength: 16 }),
})
