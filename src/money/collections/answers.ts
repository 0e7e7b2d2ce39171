import {
  type CardBrand,
  cardBrands,
  type DeclineReason,
  declineReasons,
} from '../../platform/adapters/card-processor.ts'
import { Amount, type BodyOf, CurrencyCode, Moment, Uuid } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { partLimits } from '../../platform/merchants/stores/plan-terms.ts'
import { type ChargeKind, chargeKinds } from '../charges/charge.ts'
import { PlanTermsAnswer } from '../obligations/schemas.ts'
import { examplePayments } from '../payments/examples.ts'
import type { InstallmentStatus, PlanStatus } from '../plans/plan.ts'

const oneOf = <T extends string>(...values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] })
const LocalDate = Type.String({ format: 'date', description: "in the store's time zone" })

export const shownChargeStates = ['open', 'challenged', 'charged', 'declined', 'voided'] as const
export type ShownChargeState = (typeof shownChargeStates)[number]

const ownFee = { ...Amount, description: "the customer's fee; only of a store with terms of its own" }

const InstallmentAnswer = Type.Object(
  {
    number: Type.Integer({ minimum: 1, maximum: partLimits.most }),
    due_date: LocalDate,
    amount: Amount,
    paid: Amount,
    service_fee: Type.Optional(ownFee),
    status: oneOf<InstallmentStatus>('paid', 'scheduled', 'due', 'overdue', 'cancelled'),
  },
  { title: 'Installment' },
)
const ChargeAnswer = Type.Object(
  {
    id: Uuid,
    amount: Amount,
    returned: Amount,
    status: oneOf(...shownChargeStates),
    decline_reason: Type.Unsafe<DeclineReason | null>({ type: ['string', 'null'], enum: [...declineReasons, null] }),
    kind: oneOf<ChargeKind>(...chargeKinds),
    at: Moment,
  },
  { title: 'Charge' },
)
const ReturnAnswer = Type.Object(
  { id: Uuid, charge_id: Uuid, amount: Amount, status: oneOf('waiting', 'confirmed', 'failed'), at: Moment },
  { title: 'Return' },
)

const Plan = Type.Object(
  {
    payment_id: Uuid,
    status: oneOf<PlanStatus>('active', 'overdue', 'defaulted', 'completed', 'cancelled'),
    currency: CurrencyCode,
    total: Amount,
    paid: Amount,
    owed: Type.String({ pattern: '^-?\\d+\\.\\d{2,3}$', description: 'negative while a return has failed' }),
    returned: Amount,
    card: Type.Object({ brand: oneOf<CardBrand>(...cardBrands), last_four: Type.String() }),
    terms: Type.Optional(PlanTermsAnswer),
    service_fee: Type.Optional(ownFee),
    installments: Type.Array(InstallmentAnswer),
    charges: Type.Array(ChargeAnswer),
    returns: Type.Array(ReturnAnswer),
    next_attempt_at: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
  },
  { title: 'PaymentPlan' },
)
export type Plan = BodyOf<typeof Plan>

const examplePlan = {
  payment_id: examplePayments.captured.id,
  status: 'active',
  currency: 'AED',
  total: '340.00',
  paid: '85.00',
  owed: '255.00',
  returned: '0.00',
  card: { brand: 'visa', last_four: '4242' },
  installments: ['2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01'].map((due_date, index) => ({
    number: index + 1,
    due_date,
    amount: '85.00',
    paid: index === 0 ? '85.00' : '0.00',
    status: index === 0 ? 'paid' : 'scheduled',
  })),
  charges: [
    {
      id: '018f2c1e-7a3b-7c5d-8e9f-0a1b2c3d4e60',
      amount: '85.00',
      returned: '0.00',
      status: 'charged',
      decline_reason: null,
      kind: 'first',
      at: '2026-03-01T10:00:00Z',
    },
  ],
  returns: [],
  next_attempt_at: '2026-04-01T05:00:00Z',
}

/** The same plan after the next part was paid early. */
export const examplePaidPlan = {
  ...examplePlan,
  paid: '170.00',
  owed: '170.00',
  installments: examplePlan.installments.map((part, index) =>
    index === 1 ? { ...part, paid: part.amount, status: 'paid' } : part,
  ),
  charges: [
    ...examplePlan.charges,
    {
      id: '018f2c1e-7a3b-7c5d-8e9f-0a1b2c3d4e61',
      amount: '85.00',
      returned: '0.00',
      status: 'charged',
      decline_reason: null,
      kind: 'early',
      at: '2026-03-10T18:00:00Z',
    },
  ],
  next_attempt_at: '2026-05-01T05:00:00Z',
}

export const PlanAnswer = Type.Object(
  { plan: Plan },
  { title: 'PlanAnswer', description: 'The plan of a payment', examples: [{ plan: examplePlan }] },
)
export type PlanAnswer = BodyOf<typeof PlanAnswer>
