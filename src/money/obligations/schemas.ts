import { Amount, amount, optional } from '../../platform/http/schemas.ts'
import { type Static, Type } from '../../platform/http/type.ts'
import {
  type FeePlace,
  feePlaces,
  maxTerms,
  type Period,
  partLimits,
  periods,
  type ServiceFeeRefund,
  serviceFeeRefunds,
} from '../../platform/merchants/stores/plan-terms.ts'

const percent = (description: string, example: string) => ({ ...amount(example), description })
const parts = { minimum: partLimits.least, maximum: partLimits.most }
const period = { type: 'string', enum: [...periods], description: 'from one part to the next' } as const

/** Terms in a body: only `count` and `period` are required (docs/contract/terms.md#where-they-are-set). */
export const PlanTermsInput = Type.Object({
  count: Type.Unsafe<number>({ type: 'integer', ...parts, description: 'the number of parts' }),
  period: Type.Unsafe<Period>(period),
  down_payment: optional(percent('the first part in percent of the order; null: equal parts', '10.00')),
  service_fee: optional(
    Type.Object({
      percent: optional(percent('of the order, from 0 to 100 with at most two decimals', '2.50')),
      fixed: optional({ ...amount('1.00'), description: 'in the currency of the store' }),
    }),
  ),
  fee_on: optional(Type.Unsafe<FeePlace>({ type: 'string', enum: [...feePlaces, null] })),
  min_amount: optional({ ...amount('500.00'), description: 'the smallest order; null: any' }),
  max_amount: optional({ ...amount('1000.00'), description: 'the largest order; null: any' }),
})
export type PlanTermsInput = Static<typeof PlanTermsInput>

/** What a store offers its customers, in a body. */
export const offersInput = {
  plans: optional(Type.Array(PlanTermsInput, { maxItems: maxTerms })),
  service_fee_refund: optional(
    Type.Unsafe<ServiceFeeRefund>({
      type: 'string',
      enum: [...serviceFeeRefunds, null],
      description: "how much of the customer's fee a refund gives back: its proportion, all of it, or none",
    }),
  ),
  accept_responsibility: optional(
    Type.Boolean({
      description: "true: terms beyond the profile of the store's market are accepted, and written down",
    }),
  ),
}

export const PlansInput = Type.Object(offersInput)
export type PlansInput = Static<typeof PlansInput>

const text = (description: string) => Type.String({ description })
const maybe = (schema: typeof Amount) => Type.Union([schema, Type.Null()])

export const PlanTermsAnswer = Type.Object(
  {
    count: Type.Integer({ ...parts, description: 'the number of parts' }),
    period: Type.Unsafe<Period>(period),
    down_payment: Type.Union([text('the first part in percent of the order'), Type.Null()]),
    service_fee: Type.Object({ percent: text('of the order'), fixed: Amount }),
    fee_on: Type.Unsafe<FeePlace>({ type: 'string', enum: [...feePlaces] }),
    min_amount: maybe(Amount),
    max_amount: maybe(Amount),
  },
  { title: 'PlanTerms' },
)

export const examplePlans = {
  plans: [
    {
      count: 4,
      period: 'P1M',
      down_payment: null,
      service_fee: { percent: '0.00', fixed: '0.00' },
      fee_on: 'first',
      min_amount: null,
      max_amount: '1000.00',
    },
    {
      count: 6,
      period: 'P1M',
      down_payment: '10.00',
      service_fee: { percent: '2.50', fixed: '1.00' },
      fee_on: 'spread',
      min_amount: '500.00',
      max_amount: null,
    },
  ],
  service_fee_refund: 'proportion',
}

export const PlansAnswer = Type.Object(
  {
    plans: Type.Array(PlanTermsAnswer),
    service_fee_refund: Type.Unsafe<ServiceFeeRefund>({ type: 'string', enum: [...serviceFeeRefunds] }),
  },
  { title: 'StorePlans', description: "A store's terms; empty: the standard ones", examples: [examplePlans] },
)
