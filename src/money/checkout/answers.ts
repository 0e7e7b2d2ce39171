import { Amount, type BodyOf, Moment, Uuid } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { PaymentAnswer } from '../payments/answers.ts'
import { exampleSession } from './examples.ts'
import type { SessionStatus } from './sessions/session.ts'

const Day = Type.String({ format: 'date' })
const Maybe = Type.Union([Type.String(), Type.Null()])

const Plan = Type.Object(
  {
    downpayment: Amount,
    downpayment_percent: Type.String(),
    amount_to_pay: Amount,
    order_amount: Amount,
    next_payment_date: Moment,
    installments: Type.Array(Type.Object({ due_date: Day, amount: Amount, principal: Amount, service_fee: Amount })),
    installments_count: Type.Integer(),
    installment_period: Type.String(),
    pay_per_installment: Amount,
    pay_after_delivery: Type.Boolean(),
    service_fee: Amount,
    web_url: Type.String({ description: "the hosted payment page; always holds a '?'" }),
    qr_code: Type.String({ description: 'a PNG of web_url' }),
  },
  { title: 'Plan' },
)
export type PlanAnswer = BodyOf<typeof Plan>

/** The answer with a QR code, for the API reference. */
export const QrCodeAnswer = {
  description: 'A QR code of `web_url`',
  content: { 'image/png': { schema: { type: 'string', contentMediaType: 'image/png' } } },
}

/** The answer of session operations. */
export const SessionAnswer = Type.Object(
  {
    id: Uuid,
    status: Type.Unsafe<SessionStatus>({ type: 'string', enum: ['created', 'rejected', 'expired', 'approved'] }),
    rejection_reason_code: Maybe,
    warnings: Type.Null(),
    lang: Type.String(),
    merchant_code: Type.String(),
    merchant: Type.Object({ name: Type.String(), address: Type.String(), logo: Type.String() }),
    merchant_urls: Type.Object({ success: Maybe, cancel: Maybe, failure: Maybe }),
    token: Maybe,
    configuration: Type.Object({
      currency: Type.String(),
      expires_at: Moment,
      available_products: Type.Object({ installments: Type.Optional(Type.Array(Plan)) }),
      products: Type.Object({
        installments: Type.Object({ type: Type.String(), is_available: Type.Boolean(), rejection_reason: Maybe }),
      }),
    }),
    payment: PaymentAnswer,
  },
  { title: 'CheckoutSession', description: 'The session', examples: [exampleSession] },
)
export type SessionAnswer = BodyOf<typeof SessionAnswer>
