import { type WrongField, wrongFields } from '../../../platform/base/refusals.ts'
import type { CaptureBody, RefundBody } from '../order.ts'
import type { Movement, Payment } from '../payment.ts'
import { refusals } from '../refusals.ts'

/** What a merchant asks to capture or refund, parsed; what is wrong with it is only refused when its turn comes. */
export interface MovementRequest<Body> {
  /** Empty where none was given. */
  readonly referenceId: string
  /** In minor units; too large is more than any amount, and so more than is left. */
  readonly amountMinor: bigint | 'too large'
  readonly body: Body
  readonly wrong: readonly WrongField[]
}

/** The idempotency of captures and refunds: the same reference again moves nothing, the answer is the payment as it is. */
export const replay = Symbol('replay')
export type Replay = typeof replay

/** Whether the payment shows the reference already, be it of a movement by the service. No reference is never a replay. */
export function isReplay(movements: readonly Pick<Movement<unknown>, 'referenceId'>[], referenceId: string): boolean {
  return referenceId !== '' && movements.some((earlier) => earlier.referenceId === referenceId)
}

/** How much a merchant may move on one payment, so that reading it always ends soon. The service itself is not held back. */
export const movementLimits = { captures: 1_000, refunds: 1_000, bodyBytes: 2 * 1024 * 1024 } as const

/** Refuses what is wrong with a request, and then what the payment has no more room for. */
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
