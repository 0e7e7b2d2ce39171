import { Amount, type BodyOf, CurrencyCode, Moment, Uuid } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { describeNotification } from '../../platform/webhooks/notification-operation.ts'
import { exampleMoves, examplePayments, exampleUpdate } from './examples.ts'
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

const { authorized: payment, expired: expiredPayment } = examplePayments

/** The notification of an authorized payment, for the reference. */
export const exampleNotification: PaymentNotification = {
  id: payment.id,
  created_at: payment.created_at,
  expires_at: payment.expires_at,
  closed_at: null,
  status: 'authorized',
  is_test: true,
  is_expired: false,
  amount: payment.amount,
  currency: 'AED',
  order: { reference_id: payment.order.reference_id },
  captures: [],
  refunds: [],
  meta: payment.meta,
  token: '',
}
const authorized = exampleNotification
const captured: PaymentNotification = { ...authorized, captures: [exampleMoves.capture] }
const closed: PaymentNotification = { ...captured, status: 'closed', closed_at: exampleMoves.capture.created_at }
const expired: PaymentNotification = {
  ...authorized,
  expires_at: expiredPayment.expires_at,
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
    rejected: { ...authorized, expires_at: expiredPayment.expires_at, status: 'rejected' },
    expired,
    captured,
    closed,
    refunded: { ...closed, refunds: [exampleMoves.refund] },
    updated: { ...authorized, order: exampleUpdate.order },
  },
})
