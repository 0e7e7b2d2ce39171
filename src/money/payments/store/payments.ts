import type { Currency } from '../../../platform/base/markets.ts'
import {
  array,
  bool,
  columnList,
  int4,
  int8,
  json,
  nullable,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from '../../../platform/db/columns.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import { feeRatesOfStore } from '../../../platform/merchants/merchants-sql.ts'
import { type FeeRatesRecord, feeRatesFrom } from '../../../platform/merchants/stores/fee-rates.ts'
import type { CaptureBody, OrderBody, RefundBody } from '../order.ts'
import type { Capture, Payment, Refund } from '../payment.ts'
import { type PaymentPlanRecord, planFrom, planRecordOf } from '../payment-plan.ts'
import type { PaymentStatus } from '../states.ts'

/** Identity and order of a payment. Only the version changes, by one with each change. */
const identityColumns = {
  merchant_id: uuid,
  id: uuid,
  store_id: uuid,
  is_test: bool,
  version: int4,
  currency: text,
  amount_minor: int8,
  created_at: timestamptz,
}

/** Set at creation, and changed later. */
const initialColumns = {
  status: text,
  order_reference: text,
  expires_at: timestamptz,
  due_at: nullable(timestamptz),
  referred_until: nullable(timestamptz),
  plan: nullable(json<PaymentPlanRecord>()),
}

/** At their defaults at creation. */
const laterColumns = {
  captured_minor: int8,
  refunded_minor: int8,
  paid_minor: int8,
  written_off_minor: int8,
  authorized_at: nullable(timestamptz),
  closed_at: nullable(timestamptz),
  expired_at: nullable(timestamptz),
  dispute_id: nullable(uuid),
  announced: int4,
  change_id: nullable(uuid),
}

/** The columns that a new payment sets. */
export const createdColumns = { ...identityColumns, ...initialColumns }

/** The columns that a change sets, beside the version. */
export const changingColumns = { ...initialColumns, ...laterColumns }

/** The columns that a payment is read from: all but the computed ones for lists. */
export const paymentColumns = { ...identityColumns, ...changingColumns, is_held: bool }

/** A capture or refund, which is a step of the payment's timeline. */
interface MovementRow {
  readonly kind: 'capture' | 'refund'
  readonly id: string
  readonly reference_id: string
  readonly by_service: boolean
  readonly amount_minor: string
  readonly created_ms: number
  readonly body: CaptureBody | RefundBody
  readonly fee_minor: string | null
  readonly fee_fixed_minor: string | null
}

/** The captures and refunds of a payment, oldest first, and the VAT on their fees: posted, and before rounding. */
interface MovementsRow {
  readonly each: readonly MovementRow[]
  readonly vat_minor: string | null
  readonly exact_vat: string | null
}

/** A payment with its fee rates, order and movements. */
export const wholeColumns = {
  ...paymentColumns,
  fee_rates: nullable(json<FeeRatesRecord>()),
  order_body: json<OrderBody>(),
  movements: nullable(json<MovementsRow>()),
}

export type PaymentRow = RowOf<typeof wholeColumns>

/**
 * SQL: payments with their fee rates, orders and movements. `from`: the source of ids, as alias `requested`. `merchant`:
 * an expression of the merchant, which binds each table. Reads movements only where something is captured.
 */
export function selectPayments(from: string, merchant: string): string {
  return `select ${columnList(paymentColumns, 'payment')},
    ${feeRatesOfStore(merchant, 'payment.store_id')} as fee_rates, orders.body as order_body,
    case when payment.captured_minor > 0 then (
      select json_build_object('each', json_agg(json_build_object('kind', move, 'id', id,
        'reference_id', coalesce(service_reference, reference_id), 'by_service', service_reference is not null,
        'amount_minor', amount_minor::text, 'created_ms', (extract(epoch from at) * 1000)::bigint, 'body', body,
        'fee_minor', fee_minor::text, 'fee_fixed_minor', fee_fixed_minor::text)
        order by version),
        'vat_minor', sum(fee_vat_minor)::text, 'exact_vat', sum(fee_minor * (fee_rates ->> 'vat_percent')::int)::text)
      from payment_timeline as step
      where step.merchant_id = ${merchant} and step.payment_id = payment.id and move in ('capture', 'refund')
    ) end as movements
  from ${from}
  join payments as payment on payment.merchant_id = ${merchant} and payment.id = requested.id
  join payment_orders as orders on orders.merchant_id = ${merchant} and orders.payment_id = requested.id`
}

// Reads several payments, each of its own merchant and mode.
export const findPaymentRows = defineStatement(
  'find_payments',
  { merchantIds: array(uuid), ids: array(uuid), areTest: array(bool) },
  wholeColumns,
  `with requested as (
     select * from unnest(:merchantIds::uuid[], :ids::uuid[], :areTest::bool[]) as requested (merchant_id, id, is_test)
   )
   ${selectPayments('requested', 'requested.merchant_id')}
   where payment.is_test = requested.is_test`,
)

/**
 * SQL: whether the payment of the alias `payment` was neither emptied nor made read-only, which do not change the
 * version.
 */
export const isVersioned = 'payment.order_tidied_at is null and not payment.is_held'

/** Returns the numbers of the payments that these changes are still the last ones of, each of its own merchant and mode. */
export const findUnchangedPayments = defineStatement(
  'find_unchanged_payments',
  {
    ...{ merchantIds: array(uuid), ids: array(uuid), areTest: array(bool) },
    ...{ versions: array(int4), changeIds: array(nullable(uuid)), numbers: array(int4) },
  },
  { number: int4 },
  `select requested.number
   from unnest(:merchantIds::uuid[], :ids::uuid[], :areTest::bool[], :versions::int[], :changeIds::uuid[], :numbers::int[])
     as requested (merchant_id, id, is_test, version, change_id, number)
   join payments as payment on payment.merchant_id = requested.merchant_id and payment.id = requested.id
   where payment.is_test = requested.is_test and payment.version = requested.version
     and payment.change_id is not distinct from requested.change_id and ${isVersioned}`,
)

/** Returns the row of a payment. A new column needs a line here and in `paymentFrom`. */
export function columnsOf(payment: Payment): RowOf<typeof paymentColumns> {
  return {
    merchant_id: payment.merchantId,
    id: payment.id,
    store_id: payment.storeId,
    is_test: payment.isTest,
    version: payment.version,
    change_id: payment.changeId,
    status: payment.status,
    currency: payment.currency,
    amount_minor: payment.amountMinor,
    captured_minor: payment.capturedMinor,
    refunded_minor: payment.refundedMinor,
    paid_minor: payment.paidMinor,
    written_off_minor: payment.writtenOffMinor,
    order_reference: payment.orderReference,
    created_at: payment.createdAt,
    expires_at: payment.expiresAt,
    authorized_at: payment.authorizedAt,
    closed_at: payment.closedAt,
    expired_at: payment.expiredAt,
    due_at: payment.dueAt,
    referred_until: payment.referredUntil,
    plan: planRecordOf(payment),
    dispute_id: payment.disputeId,
    announced: payment.announced,
    is_held: payment.isHeld,
  }
}

export function paymentFrom(row: PaymentRow): Payment {
  const movements = row.movements?.each ?? []
  const currency = row.currency as Currency
  return {
    merchantId: row.merchant_id,
    id: row.id,
    storeId: row.store_id,
    isTest: row.is_test,
    version: row.version,
    changeId: row.change_id,
    status: row.status as PaymentStatus,
    currency,
    amountMinor: row.amount_minor,
    capturedMinor: row.captured_minor,
    refundedMinor: row.refunded_minor,
    paidMinor: row.paid_minor,
    writtenOffMinor: row.written_off_minor,
    orderReference: row.order_reference,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    authorizedAt: row.authorized_at,
    closedAt: row.closed_at,
    expiredAt: row.expired_at,
    dueAt: row.due_at,
    referredUntil: row.referred_until,
    feeRates: feeRatesFrom(row.fee_rates),
    vatMinor: BigInt(row.movements?.vat_minor ?? 0),
    exactVat: BigInt(row.movements?.exact_vat ?? 0),
    plan: planFrom(row.plan, currency),
    disputeId: row.dispute_id,
    announced: row.announced,
    isHeld: row.is_held,
    captures: movements.filter(({ kind }) => kind === 'capture').map((step) => movementFrom(step) as Capture),
    refunds: movements.filter(({ kind }) => kind === 'refund').map((step) => movementFrom(step) as Refund),
    order: row.order_body,
  }
}

function movementFrom(row: MovementRow) {
  return {
    id: row.id,
    referenceId: row.reference_id,
    isByService: row.by_service,
    amountMinor: BigInt(row.amount_minor),
    createdAt: row.created_ms,
    body: row.body,
    feeMinor: BigInt(row.fee_minor ?? 0),
    feeFixedMinor: BigInt(row.fee_fixed_minor ?? 0),
  }
}
