import type { DeclineReason, DeclineRetry } from '../../platform/adapters/card-processor.ts'
import type { App } from '../../platform/app/app.ts'
import type { MerchantId, PaymentId, SessionId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import type { Agreement } from './agreement.ts'
import { type Charge, type ChargeKey, chargeTimes } from './charge.ts'
import { type ChargeTransition, endsOf } from './states.ts'
import {
  chargeFrom,
  chargeRow,
  findFreshCharge,
  findLiveCharge as findLiveRow,
  findCharge as findRow,
  insertCharge,
  listChargesOfPayment,
  findAgreement as selectAgreement,
  updateChargeState,
} from './store/charges.ts'
import { holdCharges as hold, holdReturns } from './store/held.ts'
import { listAgreementRows } from './store/personal.ts'

/** Returns the current charge. */
export async function findCharge(
  { db }: { readonly db: Queryable },
  { merchantId, id }: ChargeKey,
): Promise<Charge | undefined> {
  const [row] = await db.run(findRow, { merchantId, id })
  return row && chargeFrom(row)
}

/** Returns the session's charge that is in flight or approved. */
export async function findLiveCharge(
  app: App,
  key: { readonly merchantId: MerchantId; readonly sessionId: SessionId },
): Promise<Charge | undefined> {
  const [row] = await app.db.run(findLiveRow, key)
  return row && chargeFrom(row)
}

/** Lists the charges of a payment, oldest first. */
export async function listCharges(
  app: App,
  { merchantId, isTest }: MerchantMode,
  paymentId: PaymentId,
): Promise<readonly Charge[]> {
  return (await app.db.run(listChargesOfPayment, { merchantId, isTest, paymentId })).map(chargeFrom)
}

/**
 * Whether the processor is being called now for a later charge of this merchant's payments. False if the answer was
 * lost.
 */
export async function isCharging(app: App, merchantId: MerchantId): Promise<boolean> {
  return (await app.db.run(findFreshCharge, { merchantId, lostMs: chargeTimes.lostMs })).length > 0
}

/** What is stored of a first charge beside the charge. */
interface FirstChargeDetails {
  /** What the customer agreed to by paying. */
  readonly agreement: Agreement | undefined
  /** What the customer owes of the order once the charge is approved, in minor units. */
  readonly exposureMinor: bigint
}

/**
 * Stores a charge before the processor is called. Returns false if the payment has a charge in flight, or its session
 * an approved one: of two presses one charges. From now on the service checks the charge, even if this process dies.
 */
export async function openCharge(on: Queryable, charge: Charge, first?: FirstChargeDetails): Promise<boolean> {
  const { agreement = null, exposureMinor = null } = first ?? {}
  const checkInMs = chargeTimes.openMs
  return (await on.run(insertCharge, { ...chargeRow(charge), agreement, exposureMinor, checkInMs })).length > 0
}

/** Returns what the customer agreed to by paying; undefined for a payment that is not authorized, or from before. */
export async function findAgreement(
  app: App,
  { merchantId, isTest }: MerchantMode,
  paymentId: PaymentId,
): Promise<Agreement | undefined> {
  return (await app.db.run(selectAgreement, { merchantId, isTest, paymentId }))[0]?.agreement
}

/** Returns what the customer agreed to with each charge of a payment, also with declined ones, by the charge's id. */
export async function listAgreements(
  app: App,
  { merchantId, isTest }: MerchantMode,
  paymentId: PaymentId,
): Promise<ReadonlyMap<string, Agreement>> {
  const rows = await app.db.run(listAgreementRows, { merchantId, isTest, paymentId })
  return new Map(rows.map(({ id, agreement }) => [id, agreement]))
}

interface TransitionDetails {
  readonly reason?: DeclineReason
  readonly retry?: DeclineRetry
  readonly reference?: string
  readonly networkReference?: string
  readonly challengeAddress?: string | null
  /** By the merchant's clock, as is `voidedAt`. */
  readonly settledAt?: Instant
  readonly voidedAt?: Instant
  /** When the charge arrived too late, by the merchant's clock. */
  readonly arrivedAt?: Instant
  /** When the void is checked again, by the merchant's clock. */
  readonly dueAt?: Instant | null
  /** Milliseconds until the next check; absent if none is needed. */
  readonly checkInMs?: number
}

/**
 * Moves a charge to its next state. Returns false if the transition does not start from its state: another process has
 * settled it.
 */
export async function transitionCharge(
  app: App,
  on: Queryable,
  { merchantId, id, isTest }: Charge,
  transition: ChargeTransition,
  details: TransitionDetails = {},
): Promise<boolean> {
  const { from, to } = endsOf(transition)
  const updated = await on.run(updateChargeState, {
    merchantId,
    id,
    from,
    to,
    reason: details.reason ?? null,
    retry: details.retry ?? null,
    reference: details.reference ?? null,
    networkReference: details.networkReference ?? null,
    challengeAddress: details.challengeAddress ?? null,
    settledAt: details.settledAt ?? null,
    voidedAt: details.voidedAt ?? null,
    arrivedAt: details.arrivedAt ?? null,
    dueAt: details.dueAt ?? null,
    checkInMs: details.checkInMs ?? null,
  })
  if (updated.length === 0) return false
  on.afterCommit(() => app.metrics.happened('charges', transition, isTest))
  return true
}

/**
 * Stops the charges and returns of these payments: the processor is not called for them any more, and the
 * reconciliation skips them.
 */
export async function holdCharges(
  on: Queryable,
  merchantId: MerchantId,
  paymentIds: readonly PaymentId[],
): Promise<void> {
  await on.run(hold, { merchantId, paymentIds })
  await on.run(holdReturns, { merchantId, paymentIds })
}
