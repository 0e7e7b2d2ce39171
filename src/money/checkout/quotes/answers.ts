import { Amount, type BodyOf, CurrencyCode, example } from '../../../platform/http/schemas.ts'
import { Type } from '../../../platform/http/type.ts'

const exampleQuote = {
  currency: 'AED',
  price: '340.00',
  is_available: true,
  plans: [
    {
      count: 4,
      period: 'P1M',
      today: '85.00',
      installments: ['2026-04-01', '2026-05-01', '2026-06-01'].map((due_date) => ({ due_date, amount: '85.00' })),
      service_fee: '0.00',
    },
  ],
  min_amount: '1.00',
  max_amount: '50000.00',
}

const Plan = Type.Object({
  count: Type.Integer({ description: 'number of parts' }),
  period: Type.String({ description: 'from one part to the next' }),
  today: { ...Amount, description: 'the part that is paid at checkout' },
  installments: Type.Array(Type.Object({ due_date: Type.String({ format: 'date' }), amount: Amount }), {
    description: 'the later parts',
  }),
  service_fee: Amount,
  sentence: Type.Optional(
    Type.Object(
      { en: Type.String(), ar: Type.String() },
      { description: 'what is paid today, then, and in all; absent for four equal monthly parts without a fee' },
    ),
  ),
})

/** The figures of a snippet. */
export const QuoteAnswer = Type.Object(
  {
    currency: CurrencyCode,
    price: Amount,
    is_available: Type.Boolean({ description: 'whether the price has a plan' }),
    plans: Type.Array(Plan),
    min_amount: { ...Amount, description: 'the smallest amount that has a plan' },
    max_amount: { ...Amount, description: 'the largest amount that has a plan' },
  },
  { description: 'The figures of a snippet', examples: [exampleQuote] },
)
export type QuoteAnswer = BodyOf<typeof QuoteAnswer>

const text = (description: string, value: string) => Type.Optional(example(Type.String({ description }), value))

/** The query of the figures. `get-quote.ts` checks it, and reports all that is wrong. */
export const QuoteQuery = Type.Object({
  price: text("required: a positive decimal text with at most the currency's decimals", '340.00'),
  currency: text('required: the currency of the store', 'AED'),
  public_key: text('required: a public key of the merchant', 'pk_test_11111111-1111-4111-8111-111111111111'),
  merchant_code: text("the store; absent: the key's first store with this currency", 'demo_ae'),
})
