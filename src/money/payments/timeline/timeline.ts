import type { App } from '../../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../../platform/base/ids.ts'
import type { PrincipalKind } from '../../../platform/base/principal.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { PaymentTransition } from '../states.ts'
import { findPaymentOwner as find, listSteps as list, sumFees } from './store.ts'

/** A step of a payment's timeline. Amounts in minor units. */
export interface PaymentStep {
  readonly version: number
  readonly at: Instant
  readonly transition: 'create' | PaymentTransition
  /** The actor, as timelines show it: `key …1111`, `customer`, `service`. */
  readonly actor: string
  /** Null for steps from before it was stored. */
  readonly actorKind: PrincipalKind | null
  /** Empty without a request. */
  readonly requestId: string
  readonly statusBefore: string | null
  readonly statusAfter: string
  readonly amountMinor: bigint | null
  /** The merchant's reference; empty if there is none. */
  readonly referenceId: string | null
  /** Of a capture or refund by the service itself. */
  readonly serviceReference: string | null
  /** The capture's or refund's. */
  readonly movementId: string | null
  /** The fee without VAT, and the VAT; negative for a refund. Null without fees. */
  readonly feeMinor: bigint | null
  readonly vatMinor: bigint | null
}

/** The versions to list: up to `until`, and from `from` on. */
export interface StepRange {
  readonly until: number
  readonly from: number
}

/** Lists the steps of a payment within the range, oldest first. */
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
    actorKind: row.actor_kind as PaymentStep['actorKind'],
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

/** The merchant of a payment, and the facts that its story starts from. */
export interface PaymentOwner {
  readonly merchantId: MerchantId
  readonly isTest: boolean
  /** The payment's version. */
  readonly version: number
  /** When the payment is due, by its merchant's clock. */
  readonly dueAt: Instant | null
  readonly clockOffsetMs: number
}

/**
 * Returns the merchant of a payment; undefined if there is no such payment. Ids are unguessable, so at most one
 * matches.
 */
export async function findPaymentOwner(app: App, id: PaymentId): Promise<PaymentOwner | undefined> {
  const [row] = await app.db.run(find, { id })
  if (row === undefined) return undefined
  const { merchant_id: merchantId, is_test: isTest, version, due_at: dueAt, clock_offset_ms } = row
  return { merchantId, isTest, version, dueAt, clockOffsetMs: Number(clock_offset_ms) }
}

/** Returns the sum of a payment's fees, less refunded fees, and the VAT on it. In minor units. */
export async function countFees(
  app: App,
  merchantId: MerchantId,
  paymentId: PaymentId,
): Promise<{ readonly feeMinor: bigint; readonly vatMinor: bigint }> {
  const [sums] = await app.db.run(sumFees, { merchantId, paymentId })
  return { feeMinor: sums?.fee_minor ?? 0n, vatMinor: sums?.vat_minor ?? 0n }
}
