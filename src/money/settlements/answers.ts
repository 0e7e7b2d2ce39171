import { Pagination } from '../../platform/http/page-query.ts'
import { type BodyOf, CurrencyCode, Moment, SignedAmount, Uuid } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { exampleLines, examplePayout, exampleSettlement } from './examples.ts'

const day = Type.String({ format: 'date', description: "The day in the store's time zone" })

const LineAnswer = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: "The capture's or refund's" }),
    type: Type.Unsafe<'capture' | 'refund' | 'dispute_refund'>({
      type: 'string',
      enum: ['capture', 'refund', 'dispute_refund'],
    }),
    payment_id: Uuid,
    order_reference_id: Type.String({ description: 'As it stood when it moved' }),
    reference_id: Type.String(),
    created_at: Moment,
    amount: SignedAmount,
    fee: SignedAmount,
    vat: SignedAmount,
    net: SignedAmount,
  },
  {
    title: 'SettlementLine',
    description: 'A capture or refund; amounts of refunds are below zero',
    examples: exampleLines,
  },
)
export type LineAnswer = BodyOf<typeof LineAnswer>

const sums = {
  id: Uuid,
  merchant_code: Type.String(),
  currency: CurrencyCode,
  date: day,
  is_test: Type.Boolean(),
  status: Type.Unsafe<'open' | 'closed' | 'paid'>({
    type: 'string',
    enum: ['open', 'closed', 'paid'],
    description: '`open` while the day lasts, which no list shows; `closed` for good; `paid` with its payout',
  }),
  captures: SignedAmount,
  refunds: SignedAmount,
  dispute_refunds: SignedAmount,
  fees: SignedAmount,
  vat: SignedAmount,
  net: Type.String({ ...SignedAmount, description: 'captures − refunds − dispute_refunds − fees − vat' }),
  opening: Type.String({ ...SignedAmount, description: 'what was owed from earlier days that this one is paid with' }),
  paid_out: Type.String({ ...SignedAmount, description: 'what the payout pays that ends with this day' }),
  closing: Type.String({ ...SignedAmount, description: 'opening + net − paid_out' }),
  payout_id: Type.Union([Uuid, Type.Null()]),
  ledger_head: Type.Union([Type.String(), Type.Null()], {
    description:
      "The last seal of the merchant's ledger when the day was closed: keep it to prove later that nothing was cut off",
  }),
}

const SettlementSummary = Type.Object(sums, {
  title: 'SettlementSummary',
  description: 'A closed day',
  examples: [exampleSettlement],
})
export type SettlementSummary = BodyOf<typeof SettlementSummary>

export const SettlementAnswer = Type.Object(
  { ...sums, lines: Type.Array(LineAnswer) },
  { title: 'Settlement', description: 'The day', examples: [{ ...exampleSettlement, lines: exampleLines }] },
)
export type SettlementAnswer = BodyOf<typeof SettlementAnswer>

const examplePagination = { limit: 20, offset: 0, total_count: 1 }

export const SettlementPageAnswer = Type.Object(
  { settlements: Type.Array(SettlementSummary), pagination: Pagination },
  {
    title: 'SettlementPage',
    description: 'A page of closed days',
    examples: [{ settlements: [exampleSettlement], pagination: examplePagination }],
  },
)

const PayoutAnswer = Type.Object(
  {
    id: Uuid,
    merchant_code: Type.String(),
    currency: CurrencyCode,
    amount: SignedAmount,
    status: Type.Unsafe<'pending' | 'exported' | 'paid'>({
      type: 'string',
      enum: ['pending', 'exported', 'paid'],
      description: '`pending` until the bank is told, `exported` until it confirms',
    }),
    reference: Type.String({ description: 'What stands on the bank statement' }),
    created_at: Moment,
    paid_at: Type.Union([Moment, Type.Null()]),
    settlement_ids: Type.Array(Uuid),
  },
  { title: 'Payout', description: 'The payout', examples: [examplePayout] },
)
export type PayoutAnswer = BodyOf<typeof PayoutAnswer>

export const PayoutPageAnswer = Type.Object(
  { payouts: Type.Array(PayoutAnswer), pagination: Pagination },
  {
    title: 'PayoutPage',
    description: 'A page of payouts',
    examples: [{ payouts: [examplePayout], pagination: examplePagination }],
  },
)
