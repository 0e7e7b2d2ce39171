import { type WrongField, wrongFields } from '../../../platform/base/refusals.ts'
import type { CaptureBody, RefundBody } from '../order.ts'
import type { Movement, Payment } from '../payment.ts'
import { refusals } from '../refusals.ts'

/** A parsed request for a capture or refund. The rule refuses its wrong fields in the contract's order of checks. */
export interface MovementRequest<Body> {
  /** Empty if none was sent. */
  readonly referenceId: string
  /** In minor units. `too large`: above the largest amount, and so more than is left. */
  readonly amountMinor: bigint | 'too large'
  readonly body: Body
  readonly wrong: readonly WrongField[]
}

/** The result of a repeated reference: nothing moves, and the answer is the current payment. */
export const replay = Symbol('replay')
export type Replay = typeof replay

/** Whether a movement has this reference already, the service's own included. An empty reference is never a replay. */
export function isReplay(movements: readonly Pick<Movement<unknown>, 'referenceId'>[], referenceId: string): boolean {
  return referenceId !== '' && movements.some((earlier) => earlier.referenceId === referenceId)
}

/**
 * Limits for a merchant's movements of one payment, so that reading it stays fast. The service's own movements are not
 * limited.
 */
export const movementLimits = { captures: 1_000, refunds: 1_000, bodyBytes: 2 * 1024 * 1024 } as const

/** Refuses a request with wrong fields, then one that exceeds the payment's limit of bytes. */
export function requireFitting(payment: Payment, { wrong, body }: MovementRequest<CaptureBody | RefundBody>): void {
  if (wrong.length > 0) throw wrongFields(wrong)
  let bytes = bytesOf(body)
  for (const { body: earlier } of payment.captures) bytes += bytesOf(earlier)
  for (const { body: earlier } of payment.refunds) bytes += bytesOf(earlier)
  if (bytes > movementLimits.bodyBytes) throw refusals.tooManyMovements()
}

function bytesOf(body: CaptureBody | RefundBody): number {
  return Buffer.byteLength(JSON.stringify(body))
}
