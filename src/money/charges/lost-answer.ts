import { NoAnswer } from '../../platform/adapters/card-processor.ts'

/** The payment is locked, or changed all the time. The charge stays open and is settled later. */
export class PaymentBusy extends Error {
  override readonly name = 'PaymentBusy'
}

/**
 * Throws the error for a charge whose result is still unknown; `locked` if the payment is locked. Does nothing without
 * an error, or if the processor gives no answer, as sandbox cards do on purpose.
 */
export function throwLostAnswer(lost: unknown, locked: () => Error): void {
  if (lost === undefined || lost instanceof NoAnswer) return
  throw lost instanceof PaymentBusy ? locked() : lost
}
