import { type DisputeId, type MerchantId, newOrderedId, type PaymentId, type StoreId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { day, type Instant } from '../../platform/base/times.ts'
import type { FeeRates } from '../../platform/merchants/stores/fee-rates.ts'
import { type Entry, feeEntries, serviceFeeEntries } from '../ledger/entries.ts'
import type { CaptureBody, OrderBody, RefundBody } from './order.ts'
import { type PaymentPlan, postedFee } from './payment-plan.ts'
import { type PaymentStatus, type PaymentTransition, paymentStates } from './states.ts'

/** A capture or refund. `Body`: the merchant's members beside the amount; no rule computes with them. */
export interface Movement<Body> {
  readonly id: string
  readonly referenceId: string
  /** Made by the service itself: a merchant may use the same reference again. */
  readonly isByService: boolean
  readonly amountMinor: bigint
  readonly createdAt: Instant
  readonly body: Body
  /** The merchant's fee without VAT, and its fixed part. Negative for a refunded fee, zero without fees. */
  readonly feeMinor: bigint
  readonly feeFixedMinor: bigint
}

/** The fee of a movement, negative for a refunded fee, by the rates at its time. */
export interface Fee {
  readonly feeMinor: bigint
  /** The fixed part of the fee. */
  readonly fixedMinor: bigint
  /** The change of the payment's VAT by this fee. */
  readonly vatMinor: bigint
  readonly rates: FeeRates
}

export type Capture = Movement<CaptureBody>

export type Refund = Movement<RefundBody>

/** A payment at one version. Amounts in minor units of its currency; times in whole seconds. */
export interface Payment {
  readonly merchantId: MerchantId
  readonly id: PaymentId
  readonly storeId: StoreId
  readonly isTest: boolean
  readonly version: number
  /** Random, new with each change; null before the first one. Two servers may give one version to two changes. */
  readonly changeId: string | null
  readonly status: PaymentStatus
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  /** The amount that the customer has paid, less returns. */
  readonly paidMinor: bigint
  /** The amount that the customer owes and that is too small for any card. */
  readonly writtenOffMinor: bigint
  readonly orderReference: string
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly authorizedAt: Instant | null
  readonly closedAt: Instant | null
  readonly expiredAt: Instant | null
  /** When the service acts next: an unfinished payment expires, an authorized one is captured. */
  readonly dueAt: Instant | null
  /** Until when support may decide about the order; null: nobody has to. The customer cannot pay meanwhile. */
  readonly referredUntil: Instant | null
  /** The fee rates of its store at the time of reading. */
  readonly feeRates: FeeRates
  /** The posted VAT on all of the payment's fees. */
  readonly vatMinor: bigint
  /**
   * The sum of each fee times the VAT rate of its movement, in ten-thousandths of a minor unit: the VAT before
   * rounding.
   */
  readonly exactVat: bigint
  /** The terms of the customer's plan. */
  readonly plan: PaymentPlan
  /** The open dispute that blocks refunds. */
  readonly disputeId: DisputeId | null
  /** The number of notifications announced so far. */
  readonly announced: number
  /** Made by a sandbox: no card has paid it, and it is read-only (docs/contract/running.md#what-a-sandbox-leaves). */
  readonly isHeld: boolean
  /** Oldest first. */
  readonly captures: readonly Capture[]
  readonly refunds: readonly Refund[]
  /** The order as the merchant sent it. Only its personal data change, when they are corrected or erased. */
  readonly order: OrderBody
}

/** The kinds that filter lists: the status, and for CLOSED payments the result. */
export type ListedAs = 'created' | 'authorized' | 'rejected' | 'expired' | 'captured' | 'refunded' | 'cancelled'

/** Returns the kind of a payment. The database computes the same (column `listed_as`). */
export function listedAs({ status, capturedMinor, refundedMinor }: Payment): ListedAs {
  if (status !== 'CLOSED') return status.toLowerCase() as Lowercase<typeof status>
  if (capturedMinor === 0n) return 'cancelled'
  return capturedMinor === refundedMinor ? 'refunded' : 'captured'
}

/** Returns the amount that is not captured yet, in minor units. */
export function leftToCapture(payment: Payment): bigint {
  return payment.amountMinor - payment.capturedMinor
}

/** Returns the captured amount that is not refunded yet, in minor units. */
export function leftToRefund(payment: Payment): bigint {
  return payment.capturedMinor - payment.refundedMinor
}

/** Whether the merchant may still refund the payment by the store's limit of days (docs/contract/payments.md#refunds). */
export function isWithinRefundDays(
  { createdAt }: Pick<Payment, 'createdAt'>,
  refundDays: number | null,
  at: Instant,
): boolean {
  return refundDays === null || at < createdAt + refundDays * day
}

/** Whether the payment waits for support's decision. */
export function isReferred({ status, referredUntil }: Payment): boolean {
  return status === 'CREATED' && referredUntil !== null
}

/** Whether the payment can be closed now: it is AUTHORIZED and not expired (docs/contract/payments.md#close). */
export function isClosable(payment: Payment, at: Instant): boolean {
  return payment.status === 'AUTHORIZED' && at < payment.expiresAt
}

/** Whether the payment can be closed now without a capture (docs/contract/payments.md#the-payment). */
export function isCancelable(payment: Payment, at: Instant): boolean {
  return isClosable(payment, at) && payment.capturedMinor === 0n
}

/** A capture or refund without its id and time. */
export type NewMovement<Body> = Omit<Movement<Body>, 'id' | 'createdAt' | 'feeMinor' | 'feeFixedMinor'>

/** Returns the payment with one more capture. */
export function withCapture(
  payment: Payment,
  capture: NewMovement<CaptureBody>,
  at: Instant,
  fee: Fee | undefined,
): Payment {
  const added: Capture = { ...newMovement(at, fee), ...capture }
  const capturedMinor = payment.capturedMinor + capture.amountMinor
  return { ...withVat(payment, fee), capturedMinor, captures: [...payment.captures, added] }
}

/** Returns the payment with one more refund. */
export function withRefund(
  payment: Payment,
  refund: NewMovement<RefundBody>,
  at: Instant,
  fee: Fee | undefined,
): Payment {
  const added: Refund = { ...newMovement(at, fee), ...refund }
  const refundedMinor = payment.refundedMinor + refund.amountMinor
  return { ...withVat(payment, fee), refundedMinor, refunds: [...payment.refunds, added] }
}

function withVat(payment: Payment, fee: Fee | undefined): Payment {
  if (fee === undefined) return payment
  const { vatMinor, exactVat } = payment
  return { ...payment, vatMinor: vatMinor + fee.vatMinor, exactVat: exactVat + exactVatOf(fee) }
}

/** Returns the VAT on a fee at its own rate, in ten-thousandths of a minor unit. */
export function exactVatOf({ feeMinor, rates }: Pick<Fee, 'feeMinor' | 'rates'>): bigint {
  return feeMinor * BigInt(rates.vatPercent)
}

function newMovement(at: Instant, fee: Fee | undefined) {
  return { id: newOrderedId(), createdAt: at, feeMinor: fee?.feeMinor ?? 0n, feeFixedMinor: fee?.fixedMinor ?? 0n }
}

/** Returns the payment as CLOSED. No capture follows. */
export function closedAt(payment: Payment, at: Instant): Payment {
  return { ...payment, status: 'CLOSED', closedAt: at, dueAt: null }
}

/** The writes of one transition of a payment. They are saved together or not at all. */
export interface PaymentChange {
  readonly transition: PaymentTransition
  readonly before: Payment
  readonly after: Payment
  /** The new capture or refund. */
  readonly movement: Capture | Refund | undefined
  /** The fee of that movement; undefined if the store has no fees. */
  readonly fee: Fee | undefined
  readonly entries: readonly Entry[]
  /** The amount to return to cards, in minor units. */
  readonly returnedMinor: bigint
  /** The states that notifications announce, in order. */
  readonly announced: readonly Payment[]
  /** The due time of a change that the service makes by itself; undefined: it happens now. */
  readonly dueAt: Instant | undefined
}

interface ChangeParts {
  readonly entries?: readonly Entry[]
  readonly fee?: Fee | undefined
  readonly returnedMinor?: bigint
  readonly announce?: readonly Payment[]
  readonly dueAt?: Instant | undefined
}

/**
 * Returns the change that a rule decided, with the entries of its fees: the merchant's, and what changed of the
 * customer's. Throws if the state table has no such transition, or if the entries do not balance.
 */
export function changePayment(
  transition: PaymentTransition,
  before: Payment,
  after: Payment,
  { entries: moved = [], fee, returnedMinor = 0n, announce = [], dueAt }: ChangeParts = {},
): PaymentChange {
  if (!paymentStates.allows(before.status, transition, after.status)) {
    throw new Error(`a payment cannot ${transition} from ${before.status} to ${after.status}`)
  }
  const entries = [
    ...moved,
    ...serviceFeeEntries(postedFee(after) - postedFee(before)),
    ...(fee === undefined ? [] : feeEntries(fee.feeMinor, fee.vatMinor)),
  ]
  const sum = entries.reduce((total, entry) => total + entry.amountMinor, 0n)
  if (sum !== 0n) throw new Error(`${transition}: unbalanced entries`)
  return {
    transition,
    before,
    after: {
      ...after,
      version: before.version + 1,
      changeId: newOrderedId(),
      announced: before.announced + announce.length,
    },
    movement: after.captures[before.captures.length] ?? after.refunds[before.refunds.length],
    fee,
    entries,
    returnedMinor,
    announced: announce,
    dueAt,
  }
}
