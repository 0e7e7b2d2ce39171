import { Amount, type BodyOf, CurrencyCode, Moment, Uuid } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { describeNotification } from '../../platform/webhooks/notification-operation.ts'
import { examplePayment } from './examples.ts'
import { orderMembers } from './order.ts'
import type { PaymentStatus } from './states.ts'

const movement = { id: Uuid, amount: Amount, created_at: Moment, reference_id: Type.String() }
const CaptureNotice = Type.Object(movement, { title: 'NotifiedCapture' })
export type CaptureNotice = BodyOf<typeof CaptureNotice>
const RefundNotice = Type.Object({ ...movement, reason: Type.String() }, { title: 'NotifiedRefund' })
export type RefundNotice = BodyOf<typeof RefundNotice>

/** The body of a payment notification. */
const PaymentNotification = Type.Object(
  {
    id: Uuid,
    created_at: Moment,
    expires_at: Moment,
    expired_at: Type.Optional(Moment),
    closed_at: Type.Union([Moment, Type.Null()]),
    status: Type.Unsafe<Lowercase<PaymentStatus>>({
      type: 'string',
      enum: ['authorized', 'closed', 'rejected', 'expired'],
    }),
    is_test: Type.Boolean(),
    is_expired: Type.Boolean(),
    amount: Amount,
    currency: CurrencyCode,
    order: Type.Object({ reference_id: Type.String() }),
    captures: Type.Array(CaptureNotice),
    refunds: Type.Array(RefundNotice),
    meta: orderMembers.meta,
    token: Type.String(),
  },
  { title: 'PaymentNotification' },
)
export type PaymentNotification = BodyOf<typeof PaymentNotification>

const authorized: PaymentNotification = {
  id: examplePayment.id,
  created_at: examplePayment.created_at,
  expires_at: examplePayment.expires_at,
  closed_at: null,
  status: 'authorized',
  is_test: true,
  is_expired: false,
  amount: examplePayment.amount,
  currency: 'AED',
  order: { reference_id: examplePayment.order.reference_id },
  captures: [],
  refunds: [],
  meta: examplePayment.meta,
  token: '',
}
const at = '2026-03-02T09:00:00Z'
const capture = {
  id: '4f0d3a8b-3b7a-4a9c-9a37-1c1d2b3e4f50',
  amount: '340.00',
  created_at: at,
  reference_id: '1001-cap-1',
}
const captured: PaymentNotification = { ...authorized, captures: [capture] }
const closed: PaymentNotification = { ...captured, status: 'closed', closed_at: at }
const refund = {
  id: '5b1e4c9d-0a2f-4d3e-8b6c-7f8091a2b3c4',
  amount: '50.00',
  created_at: '2026-03-05T12:00:00Z',
  reference_id: '1001-ref-1',
  reason: 'customer returned one item',
}
const expired: PaymentNotification = {
  ...authorized,
  expires_at: '2026-03-01T10:20:00Z',
  expired_at: '2026-03-01T10:30:00Z',
  status: 'expired',
  is_expired: true,
}

/** The notification that payment webhooks receive. */
export const paymentNotification = describeNotification({
  name: 'paymentNotification',
  summary: 'What has become of a payment',
  tag: 'Payment webhooks',
  body: PaymentNotification,
  examples: {
    authorized,
    rejected: { ...authorized, expires_at: '2026-03-01T10:20:00Z', status: 'rejected' },
    expired,
    captured,
    closed,
    refunded: { ...closed, refunds: [refund] },
    updated: { ...authorized, order: { reference_id: '1001-B' } },
  },
})
