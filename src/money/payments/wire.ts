import { formatAmount } from '../../platform/base/money.ts'
import { formatSeconds, type Instant } from '../../platform/base/times.ts'
import type { CaptureAnswer, PaymentAnswer, PaymentPageAnswer, RefundAnswer } from './answers.ts'
import type { CaptureNotice, PaymentNotification, RefundNotice } from './notification-schema.ts'
import { type Capture, isCancelable, type Payment, type Refund } from './payment.ts'
import type { PaymentStatus } from './states.ts'

/** Returns the payment as JSON members in the contract's order (docs/contract/payments.md#the-payment). */
export function paymentWire(payment: Payment, at: Instant): PaymentAnswer {
  const { count, period } = payment.plan.chosen
  const { description, buyer, shipping_address, order, buyer_history, order_history, meta, attachment } = payment.order
  return {
    id: payment.id,
    created_at: formatSeconds(payment.createdAt),
    expires_at: formatSeconds(payment.expiresAt),
    status: payment.status,
    is_test: payment.isTest,
    product: { type: 'installments', installments_count: count - 1, installment_period: period },
    amount: formatAmount(payment.amountMinor, payment.currency),
    currency: payment.currency,
    description,
    buyer,
    shipping_address,
    order: { reference_id: payment.orderReference, ...order },
    captures: payment.captures.map((capture) => captureWire(payment, capture)),
    refunds: payment.refunds.map((refund) => refundWire(payment, refund)),
    buyer_history,
    order_history,
    meta,
    cancelable: isCancelable(payment, at),
    attachment,
  }
}

/** Returns `paymentWire` as JSON bytes. */
export function paymentJson(payment: Payment, at: Instant): Buffer {
  return Buffer.from(JSON.stringify(paymentWire(payment, at)))
}

/**
 * Returns a list's answer from the bytes of its payments. Joining a page of 60 MB takes milliseconds; serializing it at
 * once would block the event loop for a second.
 */
export function pageJson(payments: readonly Buffer[], pagination: PaymentPageAnswer['pagination']): Buffer {
  const parts = payments.flatMap((payment, index) => (index === 0 ? [payment] : [comma, payment]))
  const end = Buffer.from(`],"pagination":${JSON.stringify(pagination)}}`)
  return Buffer.concat([pageStart, ...parts, end])
}

const pageStart = Buffer.from('{"payments":[')
const comma = Buffer.from(',')

function captureWire(payment: Payment, capture: Capture): CaptureAnswer {
  const { tax_amount, shipping_amount, discount_amount, items } = capture.body
  return { ...movedWire(payment, capture), tax_amount, shipping_amount, discount_amount, items }
}

function refundWire(payment: Payment, refund: Refund): RefundAnswer {
  return { ...movedWire(payment, refund), reason: refund.body.reason, items: refund.body.items }
}

type MovementParts = Pick<Capture | Refund, 'id' | 'referenceId' | 'amountMinor' | 'createdAt'>

function movedWire({ currency }: Pick<Payment, 'currency'>, moved: MovementParts) {
  return {
    id: moved.id,
    reference_id: moved.referenceId,
    amount: formatAmount(moved.amountMinor, currency),
    created_at: formatSeconds(moved.createdAt),
  }
}

/**
 * Returns the body of a payment notification, as of the event (docs/contract/notifications.md#payment-notification).
 */
export function notificationWire(payment: Payment): PaymentNotification {
  return {
    id: payment.id,
    created_at: formatSeconds(payment.createdAt),
    expires_at: formatSeconds(payment.expiresAt),
    ...(payment.expiredAt === null ? {} : { expired_at: formatSeconds(payment.expiredAt) }),
    closed_at: formatOptional(payment.closedAt),
    status: payment.status.toLowerCase() as Lowercase<PaymentStatus>,
    is_test: payment.isTest,
    is_expired: payment.status === 'EXPIRED',
    amount: formatAmount(payment.amountMinor, payment.currency),
    currency: payment.currency,
    order: { reference_id: payment.orderReference },
    captures: payment.captures.map((capture) => captureNotice(payment, capture)),
    refunds: payment.refunds.map((refund) => refundNotice(payment, refund)),
    meta: payment.order.meta,
    token: '',
  }
}

/** Returns a capture as notifications show it. */
export function captureNotice(payment: Pick<Payment, 'currency'>, capture: MovementParts): CaptureNotice {
  const { id, reference_id, amount, created_at } = movedWire(payment, capture)
  return { id, amount, created_at, reference_id }
}

/** Returns a refund as notifications show it. */
export function refundNotice(
  payment: Pick<Payment, 'currency'>,
  refund: MovementParts & { readonly body: { readonly reason: string } },
): RefundNotice {
  return { ...captureNotice(payment, refund), reason: refund.body.reason }
}

function formatOptional(at: Instant | null): string | null {
  return at === null ? null : formatSeconds(at)
}
