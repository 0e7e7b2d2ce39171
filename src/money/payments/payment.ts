import { type DisputeId, type MerchantId, newOrderedId, type PaymentId, type StoreId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/money.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { FeeRates } from '../../platform/merchants/stores/fee-rates.ts'
import { type Entry, feeEntries } from '../ledger/entries.ts'
import type { CaptureBody, OrderBody, RefundBody } from './order.ts'
import { type PaymentStatus, type PaymentTransition, paymentStates } from './states.ts'

/** Money that was captured or refunded, once. `Body`: what the merchant says about it beyond its amount, never computed with. */
export interface Movement<Body> {
  readonly id: string
  readonly referenceId: string
  /** Made by the service itself: its reference takes none from the merchant, who may have used the same. */
  readonly isByService: boolean
  readonly amountMinor: bigint
  readonly createdAt: Instant
  readonly body: Body
  /** What it cost the merchant without VAT, and the fixed part of that; below zero what it gave back. Zero where there are no fees. */
  readonly feeMinor: bigint
  readonly feeFixedMinor: bigint
}

/** What a movement costs its merchant, below zero what it gives back, by the rates that hold when it happens. */
export interface Fee {
  readonly feeMinor: bigint
  /** The part of the fee that goes by no percentage. */
  readonly fixedMinor: bigint
  /** The change of the payment's VAT by this fee. */
  readonly vatMinor: bigint
  readonly rates: FeeRates
}

export type Capture = Movement<CaptureBody>

export type Refund = Movement<RefundBody>

/** A payment as it was at one version. Amounts in minor units of its currency; times in whole seconds. */
export interface Payment {
  readonly merchantId: MerchantId
  readonly id: PaymentId
  readonly storeId: StoreId
  readonly isTest: boolean
  readonly version: number
  readonly status: PaymentStatus
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  /** What the customer has paid and not been given back. */
  readonly paidMinor: bigint
  /** What the customer owes and no card can be charged, for it is too little. */
  readonly writtenOffMinor: bigint
  readonly orderReference: string
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly authorizedAt: Instant | null
  readonly closedAt: Instant | null
  readonly expiredAt: Instant | null
  /** When the service acts by itself: an unfinished payment expires, an authorized one is captured. */
  readonly dueAt: Instant | null
  /** What captures and refunds of its store cost when it is read. */
  readonly feeRates: FeeRates
  /** The posted VAT on all of the payment's fees. */
  readonly vatMinor: bigint
  /** The sum of each fee times the VAT rate of its movement, in ten-thousandths of a minor unit: the VAT before rounding. */
  readonly exactVat: bigint
  /** The open dispute that holds back refunds. */
  readonly disputeId: DisputeId | null
  /** How many notifications it has announced. */
  readonly announced: number
  /** A sandbox made it, no card has paid it, and it can only be read (docs/contract/running.md#what-a-sandbox-leaves). */
  readonly isHeld: boolean
  /** Oldest first. */
  readonly captures: readonly Capture[]
  readonly refunds: readonly Refund[]
  /** What the merchant sent with the order; never changes. */
  readonly order: OrderBody
}

/** The kinds that lists are filtered by: the status, and of what is closed, what became of the money. */
export type ListedAs = 'created' | 'authorized' | 'rejected' | 'expired' | 'captured' | 'refunded' | 'cancelled'

/** Of which kind it is. The database computes the same (column `listed_as`). */
export function listedAs({ status, capturedMinor, refundedMinor }: Payment): ListedAs {
  if (status !== 'CLOSED') return status.toLowerCase() as Lowercase<typeof status>
  if (capturedMinor === 0n) return 'cancelled'
  return capturedMinor === refundedMinor ? 'refunded' : 'captured'
}

/** What of the amount has not been captured yet, in minor units. */
export function leftToCapture(payment: Payment): bigint {
  return payment.amountMinor - payment.capturedMinor
}

/** What has been captured and not been refunded, in minor units. */
export function leftToRefund(payment: Payment): bigint {
  return payment.capturedMinor - payment.refundedMinor
}

/** Whether it can be closed at that moment: it is authorized, and its authorization has not expired (docs/contract/payments.md#close). */
export function isClosable(payment: Payment, at: Instant): boolean {
  return payment.status === 'AUTHORIZED' && at < payment.expiresAt
}

/** Whether closing it without a capture is possible at that moment (docs/contract/payments.md#the-payment). */
export function isCancelable(payment: Payment, at: Instant): boolean {
  return isClosable(payment, at) && payment.capturedMinor === 0n
}

/** What the customer will have paid in the end, in minor units (docs/contract/money.md#the-plan). It only becomes smaller. */
export function planTotal(payment: Payment): bigint {
  return payment.status === 'CLOSED' ? leftToRefund(payment) : payment.amountMinor
}

/** What may be charged to the customer, in minor units; below zero where too much is paid. */
export function collectable(payment: Payment): bigint {
  return leftToRefund(payment) - payment.paidMinor - payment.writtenOffMinor
}

/** A capture or refund that has been decided; its payment gives it an id and a time. */
export type NewMovement<Body> = Omit<Movement<Body>, 'id' | 'createdAt' | 'feeMinor' | 'feeFixedMinor'>

/** The payment with one capture more. */
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

/** The payment with one refund more. */
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

/** The payment closed: nothing more is captured, by nobody. */
export function closedAt(payment: Payment, at: Instant): Payment {
  return { ...payment, status: 'CLOSED', closedAt: at, dueAt: null }
}

/** All that one transition of a payment writes. Saved whole or not at all. */
export interface PaymentChange {
  readonly transition: PaymentTransition
  readonly before: Payment
  readonly after: Payment
  /** The capture or refund that it made. */
  readonly movement: Capture | Refund | undefined
  /** What that costs the merchant; undefined where its store has no fees. */
  readonly fee: Fee | undefined
  readonly entries: readonly Entry[]
  /** What goes back to the cards, in minor units. */
  readonly returnedMinor: bigint
  /** The states that notifications tell the merchant of, in order. */
  readonly announced: readonly Payment[]
}

interface Written {
  readonly entries?: readonly Entry[]
  readonly fee?: Fee | undefined
  readonly returnedMinor?: bigint
  readonly announce?: readonly Payment[]
}

/** Makes a change of what a rule decided, the entries of its fee with it. Throws when the state table has no such transition or the entries do not balance. */
export function changePayment(
  transition: PaymentTransition,
  before: Payment,
  after: Payment,
  { entries: moved = [], fee, returnedMinor = 0n, announce = [] }: Written = {},
): PaymentChange {
  if (!paymentStates.allows(before.status, transition, after.status)) {
    throw new Error(`a payment cannot ${transition} from ${before.status} to ${after.status}`)
  }
  const entries = fee === undefined ? moved : [...moved, ...feeEntries(fee.feeMinor, fee.vatMinor)]
  const sum = entries.reduce((total, entry) => total + entry.amountMinor, 0n)
  if (sum !== 0n) throw new Error(`${transition}: unbalanced entries`)
  return {
    transition,
    before,
    after: { ...after, version: before.version + 1, announced: before.announced + announce.length },
    movement: after.captures[before.captures.length] ?? after.refunds[before.refunds.length],
    fee,
    entries,
    returnedMinor,
    announced: announce,
  }
}
