import fc from 'fast-check'
import type { Rates } from './fee-model.ts'
import type { Decision, EarlyChoice } from './plan-books.ts'
import { dayMs } from './plan-installments.ts'
import { canBeOffered, type ModelTerms, randomTerms } from './plan-terms.ts'

/** The behaviour of the sandbox's cards after checkout. One card refuses refunds. */
const cards = {
  '4242424242424242': 'charged',
  '4000000000000341': 'later',
  '4000000000009979': 'never',
  '4000000000009995': 'later',
  // The answer is lost; a query finds the charge at once.
  '4000000000000259': 'charged',
  '4000000000000267': 'later',
  // The bank asks the customer, who confirms.
  '4000000000003220': 'charged',
  '4000000000007726': 'charged',
  '4000000000005126': 'charged',
} as const
export type CardNumber = keyof typeof cards
const numbers = Object.keys(cards) as CardNumber[]
const refusing: CardNumber = '4000000000005126'
const atCheckout = numbers.filter((number) => !['4000000000009995', '4000000000000267'].includes(number))

export type ServiceStep =
  | { readonly do: 'capture' | 'refund' | 'dispute'; readonly share: number }
  | { readonly do: 'close' }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'pay'; readonly what: EarlyChoice }
  | { readonly do: 'card'; readonly number: CardNumber }

export interface ServiceHistory {
  readonly country: 'AE' | 'KW'
  readonly amount: number
  /** Null: the standard terms. */
  readonly terms: ModelTerms | null
  readonly card: CardNumber
  /** The rates of the store during the whole history. */
  readonly rates: Rates
  readonly steps: readonly ServiceStep[]
}

const day = dayMs / 60_000
const share = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(1))
const steps: fc.Arbitrary<ServiceStep> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .oneof(fc.integer({ min: 1, max: 40 * day }), fc.constantFrom(day, 31 * day, 95 * day))
      .map((minutes): ServiceStep => ({ do: 'wait', minutes })),
  },
  { weight: 2, arbitrary: share.map((of): ServiceStep => ({ do: 'capture', share: of })) },
  { weight: 2, arbitrary: share.map((of): ServiceStep => ({ do: 'refund', share: of })) },
  { weight: 1, arbitrary: share.map((of): ServiceStep => ({ do: 'dispute', share: of })) },
  { weight: 1, arbitrary: fc.constant<ServiceStep>({ do: 'close' }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<EarlyChoice>('next', 'overdue', 'all').map((what): ServiceStep => ({ do: 'pay', what })),
  },
  { weight: 2, arbitrary: fc.constantFrom(...numbers).map((number): ServiceStep => ({ do: 'card', number })) },
)

const rates: fc.Arbitrary<Rates> = fc.record({
  percent: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_200 })),
  fixed: fc.bigInt({ min: 0n, max: 250n }),
  vatPercent: fc.constantFrom(0, 500, 1_500, 3_333),
  refund: fc.constantFrom('percent', 'none', 'all'),
})

/** Short histories of payments with the sandbox's cards. */
export const serviceHistories: fc.Arbitrary<ServiceHistory> = fc
  .record({
    country: fc.constantFrom('AE' as const, 'KW' as const),
    amount: fc.oneof(fc.integer({ min: 100, max: 500_00 }), fc.constantFrom(340_00, 100_03)),
    terms: randomTerms,
    card: fc.constantFrom(...atCheckout),
    rates,
    steps: fc.array(steps, { minLength: 2, maxLength: 9 }),
  })
  .map(({ terms, ...history }) => ({
    ...history,
    terms: terms !== null && canBeOffered(terms, history.amount) ? terms : null,
  }))

/** Returns the outcome of a charge after checkout. */
export function answerOf(card: string): Decision {
  return cards[card as CardNumber]
}

/** Whether the card refuses refunds. */
export function isRefusing(card: string): boolean {
  return card === refusing
}
