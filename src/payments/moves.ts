import { decimalsOf, decimalText, least, parseAmount } from '../base/money.ts'
import { type Instant, second, wholeSecond } from '../base/times.ts'
import { captureEntries, downPaymentEntries, type Entry, payBackEntries, refundEntries } from '../ledger/entries.ts'
import { planOf } from '../plans/plan.ts'
import { changed, type PaymentChange } from './change.ts'
import { AmountReader, captureBodyFrom, refundBodyFrom } from './items.ts'
import {
  type CaptureBody,
  leftToCapture,
  leftToRefund,
  type NewCapture,
  type NewRefund,
  type Payment,
  type RefundBody,
  withCapture,
  withRefund,
} from './payment.ts'
import { refusals } from './refusals.ts'
import type { CaptureInput, RefundInput } from './schemas.ts'

/** The same reference again: nothing moves, the answer is the payment as it is. */
export const replay = Symbol('replay')
export type Replay = typeof replay

/** Captures of an authorized payment, in full or in parts; what captures the whole closes it (specification, States). */
export function capture(payment: Payment, request: CaptureInput, at: Instant): PaymentChange | Replay {
  const referenceId = request.reference_id ?? ''
  if (isReplay(payment.captures, referenceId)) return replay
  if (payment.status === 'CLOSED') throw refusals.alreadyClosed()
  if (payment.status !== 'AUTHORIZED') throw refusals.captureNotAuthorized()
  if (payment.captures.length >= movementLimits.captures) throw refusals.tooManyMovements()
  const amounts = new AmountReader(payment.currency)
  const amountMinor = movedAmount(request.amount, amounts)
  if (typeof amountMinor === 'bigint' && amountMinor <= 0n) amounts.complain('$.amount', 'not positive')
  const body = captureBodyFrom(request, amounts)
  amounts.finish()
  requireRoomFor(payment, body)
  if (amountMinor === 'too large' || amountMinor > leftToCapture(payment)) throw refusals.captureTooLarge()
  return captured(payment, { referenceId, isByService: false, amountMinor, body }, wholeSecond(at))
}

function captured(payment: Payment, capture: NewCapture, at: Instant): PaymentChange {
  const after = withCapture(payment, capture, at)
  const entries = captureEntries(capture.amountMinor)
  if (leftToCapture(after) > 0n) return changed('capture', payment, after, { entries, announce: [after] })
  const closed = closedAt(after, at)
  return changed('capture', payment, closed, { entries, announce: [after, closed] })
}

/** Refunds captured money of a closed payment that no open dispute holds back. The status stays. */
export function refund(payment: Payment, request: RefundInput, at: Instant): PaymentChange | Replay {
  const referenceId = request.reference_id ?? ''
  if (isReplay(payment.refunds, referenceId)) return replay
  if (payment.status !== 'CLOSED' || payment.capturedMinor === 0n) throw refusals.refundNotCaptured()
  if (payment.disputeId !== null) throw refusals.disputed()
  if (payment.refunds.length >= movementLimits.refunds) throw refusals.tooManyMovements()
  const amounts = new AmountReader(payment.currency)
  const amountMinor = movedAmount(request.amount, amounts)
  const body = refundBodyFrom(request, amounts)
  amounts.finish()
  requireRoomFor(payment, body)
  if (amountMinor === 'too large' || amountMinor > leftToRefund(payment)) throw refusals.refundTooLarge()
  if (amountMinor <= 0n) throw refusals.refundNotPositive()
  return refunded(payment, { referenceId, isByService: false, amountMinor, body }, wholeSecond(at))
}

function refunded(payment: Payment, refund: NewRefund, at: Instant): PaymentChange {
  const { after, entries } = payBack(withRefund(payment, refund, at))
  return changed('refund', payment, after, {
    entries: [...refundEntries(refund.amountMinor), ...entries],
    announce: [after],
  })
}

/** Closes an authorized payment: what is not captured will not be delivered, and what was paid for it goes back. */
export function close(payment: Payment, at: Instant): PaymentChange {
  if (payment.status === 'CLOSED') throw refusals.alreadyClosed()
  if (payment.status !== 'AUTHORIZED') throw refusals.closeNotAuthorized()
  if (at >= payment.expiresAt) throw refusals.closeExpired()
  const { after, entries } = payBack(closedAt(payment, wholeSecond(at)))
  return changed('close', payment, after, { entries, announce: [after] })
}

/** The customer accepted and the first part was charged. `autoCaptureSeconds`: the store's setting, null for never. */
export function authorize(payment: Payment, autoCaptureSeconds: number | null, at: Instant): PaymentChange {
  if (payment.status !== 'CREATED') throw refusals.notOpen()
  const authorizedAt = wholeSecond(at)
  const { downPaymentMinor } = planOf(payment.amountMinor, authorizedAt)
  const after: Payment = {
    ...payment,
    status: 'AUTHORIZED',
    authorizedAt,
    expiresAt: aYearLater(authorizedAt),
    dueAt: autoCaptureSeconds === null ? null : authorizedAt + autoCaptureSeconds * second,
    paidMinor: downPaymentMinor,
  }
  const entries = downPaymentMinor === 0n ? [] : downPaymentEntries(downPaymentMinor)
  return changed('authorize', payment, after, { entries, announce: [after] })
}

/** The customer was refused after the page was opened. */
export function reject(payment: Payment): PaymentChange {
  if (payment.status !== 'CREATED') throw refusals.notOpen()
  const after: Payment = { ...payment, status: 'REJECTED', dueAt: null }
  return changed('reject', payment, after, { announce: [after] })
}

/** The customer or the merchant cancelled, or time ran out. */
export function expire(payment: Payment, at: Instant): PaymentChange {
  if (payment.status !== 'CREATED') throw refusals.notOpen()
  const after: Payment = { ...payment, status: 'EXPIRED', dueAt: null, expiredAt: wholeSecond(at) }
  return changed('expire', payment, after, { announce: [after] })
}

/** Gives the order another reference, in any status. Undefined when it has that one already. */
export function updateReference(payment: Payment, orderReference: string): PaymentChange | undefined {
  if (payment.orderReference === orderReference) return undefined
  const after: Payment = { ...payment, orderReference }
  const isKnownToShop = payment.status === 'AUTHORIZED' || payment.status === 'CLOSED'
  return changed('update_reference', payment, after, { announce: isKnownToShop ? [after] : [] })
}

/** A dispute opens and holds back refunds. At most one is open; `amountMinor` is what it is about. */
export function openDispute(payment: Payment, disputeId: string, amountMinor: bigint): PaymentChange {
  if (payment.status !== 'CLOSED' || payment.disputeId !== null) throw refusals.notDisputable()
  if (amountMinor <= 0n || amountMinor > leftToRefund(payment)) throw refusals.notDisputable()
  return changed('open_dispute', payment, { ...payment, disputeId })
}

/** The open dispute ended without a refund. */
export function endDispute(payment: Payment, disputeId: string): PaymentChange {
  if (payment.disputeId !== disputeId) throw new Error('another dispute holds this payment')
  return changed('end_dispute', payment, { ...payment, disputeId: null })
}

/** The open dispute was decided for the customer: the disputed amount is refunded and the hold ends, in one change. */
export function refundDispute(payment: Payment, disputeId: string, amountMinor: bigint, at: Instant): PaymentChange {
  if (payment.disputeId !== disputeId) throw new Error('another dispute holds this payment')
  if (amountMinor > leftToRefund(payment)) throw new Error('a dispute about more than was captured')
  const body: RefundBody = { reason: 'dispute', items: [] }
  const released: Payment = { ...payment, disputeId: null }
  const referenceId = `dispute-${disputeId}`
  return refunded(released, { referenceId, isByService: true, amountMinor, body }, wholeSecond(at))
}

/** What the service does by itself once the payment's time has come; undefined while it has not. */
export function settle(payment: Payment, now: Instant): PaymentChange | undefined {
  const { dueAt } = payment
  if (dueAt === null || dueAt > now) return undefined
  if (payment.status === 'CREATED') return expire(payment, dueAt)
  const referenceId = `auto-capture-${payment.id}`
  const amountMinor = leftToCapture(payment)
  return captured(payment, { referenceId, isByService: true, amountMinor, body: emptyCapture(payment) }, dueAt)
}

function emptyCapture(payment: Payment): CaptureBody {
  const zero = (0).toFixed(decimalsOf(payment.currency))
  return { tax_amount: zero, shipping_amount: zero, discount_amount: zero, items: [] }
}

// Whoever repeats a reference that the payment shows, be it of a capture by the service, moves nothing.
function isReplay(moved: readonly { referenceId: string }[], referenceId: string): boolean {
  return referenceId !== '' && moved.some((earlier) => earlier.referenceId === referenceId)
}

/** How much a merchant may move on one payment, so that reading it always ends soon. The service itself is not held back. */
export const movementLimits = { captures: 1_000, refunds: 1_000, bodyBytes: 2 * 1024 * 1024 } as const

function requireRoomFor({ captures, refunds }: Payment, body: CaptureBody | RefundBody): void {
  let bytes = bytesOf(body)
  for (const moved of captures) bytes += bytesOf(moved.body)
  for (const moved of refunds) bytes += bytesOf(moved.body)
  if (bytes > movementLimits.bodyBytes) throw refusals.tooManyMovements()
}

function bytesOf(body: CaptureBody | RefundBody): number {
  return Buffer.byteLength(JSON.stringify(body))
}

// An amount beyond all amounts is more than is left, or less than nothing, and is told so.
function movedAmount(amount: string | number, amounts: AmountReader): bigint | 'too large' {
  const amountMinor = parseAmount(decimalText(amount), amounts.currency)
  if (amountMinor !== 'too large') return amounts.readMinor(amount, '$.amount')
  return decimalText(amount).startsWith('-') ? -1n : amountMinor
}

function closedAt(payment: Payment, at: Instant): Payment {
  return { ...payment, status: 'CLOSED', closedAt: at, dueAt: null }
}

// What the customer has paid beyond what is delivered and kept goes back to the card.
function payBack(payment: Payment): { after: Payment; entries: Entry[] } {
  const excess = payment.paidMinor - least(payment.paidMinor, leftToRefund(payment))
  if (excess === 0n) return { after: payment, entries: [] }
  return { after: { ...payment, paidMinor: payment.paidMinor - excess }, entries: payBackEntries(excess) }
}

// The same moment of the next year; the 29th of February becomes the 1st of March.
function aYearLater(at: Instant): Instant {
  const date = new Date(at)
  return date.setUTCFullYear(date.getUTCFullYear() + 1)
}
