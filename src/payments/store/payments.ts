import type { Currency } from '../../base/money.ts'
import { array, bool, int4, int8, json, nullable, type TypeOf, text, timestamptz, uuid } from '../../db/columns.ts'
import { defineStatement } from '../../db/statement.ts'
import type { OrderBody } from '../order.ts'
import type { Capture, CaptureBody, Payment, Refund, RefundBody } from '../payment.ts'
import type { PaymentStatus } from '../states.ts'

interface MovedRow {
  move: 'capture' | 'refund'
  id: string
  reference_id: string
  by_service: boolean
  amount_minor: string
  created_ms: number
  body: CaptureBody | RefundBody
}

export const paymentColumns = {
  merchant_id: uuid,
  id: uuid,
  store_id: uuid,
  is_test: bool,
  version: int4,
  status: text,
  currency: text,
  amount_minor: int8,
  captured_minor: int8,
  refunded_minor: int8,
  paid_minor: int8,
  order_reference: text,
  created_at: timestamptz,
  expires_at: timestamptz,
  authorized_at: nullable(timestamptz),
  closed_at: nullable(timestamptz),
  expired_at: nullable(timestamptz),
  due_at: nullable(timestamptz),
  dispute_id: nullable(uuid),
  announced: int4,
  order_body: json<OrderBody>(),
  moved: nullable(json<MovedRow[]>()),
}

export type PaymentRow = { [K in keyof typeof paymentColumns]: TypeOf<(typeof paymentColumns)[K]> }

// A payment with all that belongs to it, in one round trip. Captures and refunds are steps of its timeline, and are only looked
// for where there are any.
export const selectPayment = `select payment.merchant_id, payment.id, payment.store_id, payment.is_test, payment.version,
    payment.status, payment.currency, payment.amount_minor, payment.captured_minor, payment.refunded_minor,
    payment.paid_minor, payment.order_reference, payment.created_at, payment.expires_at, payment.authorized_at,
    payment.closed_at, payment.expired_at, payment.due_at, payment.dispute_id, payment.announced, orders.body as order_body,
    case when payment.captured_minor > 0 then (
      select json_agg(json_build_object('move', move, 'id', id,
        'reference_id', coalesce(service_reference, reference_id), 'by_service', service_reference is not null,
        'amount_minor', amount_minor::text, 'created_ms', (extract(epoch from at) * 1000)::bigint, 'body', body)
        order by version)
      from payment_timeline as step
      where step.merchant_id = payment.merchant_id and step.payment_id = payment.id and move in ('capture', 'refund')
    ) end as moved
  from payments as payment
  join payment_orders as orders on orders.merchant_id = payment.merchant_id and orders.payment_id = payment.id`

// As many as are asked for at the same time, each of its own merchant and mode.
export const findPaymentRows = defineStatement(
  'find_payments',
  [array(uuid), array(uuid), array(bool)],
  paymentColumns,
  `with wanted as (select * from unnest($1::uuid[], $2::uuid[], $3::bool[]) as wanted (merchant_id, id, is_test))
   ${selectPayment}
   join wanted on payment.merchant_id = wanted.merchant_id and payment.id = wanted.id and payment.is_test = wanted.is_test`,
)

export function paymentFrom(row: PaymentRow): Payment {
  const moved = row.moved ?? []
  return {
    merchantId: row.merchant_id,
    id: row.id,
    storeId: row.store_id,
    isTest: row.is_test,
    version: row.version,
    status: row.status as PaymentStatus,
    currency: row.currency as Currency,
    amountMinor: row.amount_minor,
    capturedMinor: row.captured_minor,
    refundedMinor: row.refunded_minor,
    paidMinor: row.paid_minor,
    orderReference: row.order_reference,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    authorizedAt: row.authorized_at,
    closedAt: row.closed_at,
    expiredAt: row.expired_at,
    dueAt: row.due_at,
    disputeId: row.dispute_id,
    announced: row.announced,
    captures: moved.filter(({ move }) => move === 'capture').map((step) => movedFrom(step) as Capture),
    refunds: moved.filter(({ move }) => move === 'refund').map((step) => movedFrom(step) as Refund),
    order: row.order_body,
  }
}

function movedFrom(row: MovedRow) {
  return {
    id: row.id,
    referenceId: row.reference_id,
    isByService: row.by_service,
    amountMinor: BigInt(row.amount_minor),
    createdAt: row.created_ms,
    body: row.body,
  }
}
