import { Pagination } from '../../platform/http/page-query.ts'
import { Amount, type BodyOf, CurrencyCode, Moment, Uuid } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { examplePayments } from './examples.ts'
import { captureMembers, orderMembers, refundMembers } from './order.ts'
import type { PaymentStatus } from './states.ts'

const moved = { id: Uuid, reference_id: Type.String(), amount: Amount, created_at: Moment }
const CaptureAnswer = Type.Object({ ...moved, ...captureMembers }, { title: 'Capture' })
export type CaptureAnswer = BodyOf<typeof CaptureAnswer>
const RefundAnswer = Type.Object({ ...moved, ...refundMembers }, { title: 'Refund' })
export type RefundAnswer = BodyOf<typeof RefundAnswer>

const { order, description, buyer, shipping_address, ...history } = orderMembers

/** The answer of payment operations. */
export const PaymentAnswer = Type.Object(
  {
    id: Uuid,
    created_at: Moment,
    expires_at: Moment,
    status: Type.Unsafe<PaymentStatus>({
      type: 'string',
      enum: ['CREATED', 'AUTHORIZED', 'CLOSED', 'REJECTED', 'EXPIRED'],
    }),
    is_test: Type.Boolean(),
    product: Type.Object({
      type: Type.String(),
      installments_count: Type.Integer(),
      installment_period: Type.String(),
    }),
    amount: Amount,
    currency: CurrencyCode,
    description,
    buyer,
    shipping_address,
    order: Type.Object({ reference_id: Type.String(), ...order.properties }),
    captures: Type.Array(CaptureAnswer),
    refunds: Type.Array(RefundAnswer),
    buyer_history: history.buyer_history,
    order_history: history.order_history,
    meta: history.meta,
    cancelable: Type.Boolean(),
    attachment: history.attachment,
  },
  { title: 'Payment', description: 'The payment', examples: [examplePayments.captured] },
)
export type PaymentAnswer = BodyOf<typeof PaymentAnswer>

export const PaymentPageAnswer = Type.Object(
  {
    payments: Type.Array(PaymentAnswer),
    pagination: Pagination,
  },
  {
    title: 'PaymentPage',
    description: 'A page of payments',
    examples: [{ payments: [examplePayments.captured], pagination: { limit: 20, offset: 0, total_count: 1 } }],
  },
)
export type PaymentPageAnswer = BodyOf<typeof PaymentPageAnswer>
