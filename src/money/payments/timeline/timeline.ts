import type { App } from '../../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../../platform/base/ids.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { PaymentTransition } from '../states.ts'
import { findPaymentOwner as find, listSteps as list, sumFees } from './store.ts'

/** One change of a payment, as it was written. Amounts in minor units. */
export interface PaymentStep {
  readonly version: number
  readonly at: Instant
  readonly transition: 'create' | PaymentTransition
  /** Who did it, as timelines say it: `key …1111`, `customer`, `service`. */
  readonly actor: string
  /** Empty where no request asked for it. */
  readonly requestId: string
  readonly statusBefore: string | null
  readonly statusAfter: string
  readonly amountMinor: bigint | null
  /** The merchant's own; empty where there is none. */
  readonly referenceId: string | null
  /** Of a capture or refund by the service itself. */
  readonly serviceReference: string | null
  /** The capture's or refund's. */
  readonly movementId: string | null
  /** What a capture cost the merchant without VAT, and the VAT; of a refund below zero. Null where there are no fees. */
  readonly feeMinor: bigint | null
  readonly vatMinor: bigint | null
}

/** Which changes are listed: those up to a version, and those from another one on. */
export interface StepRange {
  readonly until: number
  readonly from: number
}

/** The changes of a payment within the range, oldest first. */
export async function listSteps(
  app: App,
  merchantId: MerchantId,
  paymentId: PaymentId,
  { until, from }: StepRange,
): Promise<PaymentStep[]> {
  const rows = await app.db.run(list, { merchantId, paymentId, until, from })
  return rows.map((row) => ({
    version: row.version,
    at: row.at,
    transition: row.move as PaymentStep['transition'],
    actor: row.actor,
    requestId: row.request_id,
    statusBefore: row.status_before,
    statusAfter: row.status_after,
    amountMinor: row.amount_minor,
    referenceId: row.reference_id,
    serviceReference: row.service_reference,
    movementId: row.id,
    feeMinor: row.fee_minor,
    vatMinor: row.fee_vat_minor,
  }))
}

/** Whose a payment is, and what its story is read by. */
export interface PaymentOwner {
  readonly merchantId: MerchantId
  readonly isTest: boolean
  /** How many changes it had. */
  readonly version: number
  /** When something happens to the payment by itself, by its merchant's clock. */
  readonly dueAt: Instant | null
  readonly clockOffsetMs: number
}

/** Whose payment it is; none when there is no such payment. Ids are unguessable, so there is one at most. */
export async function findPaymentOwner(app: App, id: PaymentId): Promise<PaymentOwner | undefined> {
  const [row] = await app.db.run(find, { id })
  if (row === undefined) return undefined
  const { merchant_id: merchantId, is_test: isTest, version, due_at: dueAt, clock_offset_ms } = row
  return { merchantId, isTest, version, dueAt, clockOffsetMs: Number(clock_offset_ms) }
}

/** What all captures and refunds of a payment cost its merchant together, what was given back taken off, and the VAT on it. In minor units. */
export async function countFees(
  app: App,
  merchantId: MerchantId,
  paymentId: PaymentId,
): Promise<{ readonly feeMinor: bigint; readonly vatMinor: bigint }> {
  const [sums] = await app.db.run(sumFees, { merchantId, paymentId })
  return { feeMinor: sums?.fee_minor ?? 0n, vatMinor: sums?.vat_minor ?? 0n }
}
