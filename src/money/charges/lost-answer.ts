import { NoAnswer } from '../../platform/adapters/card-processor.ts'

/** Somebody holds the payment, or changes it all the time: the charge stays open and is settled later. */
export class PaymentBusy extends Error {
  override readonly name = 'PaymentBusy'
}

/**
 * Throws what kept the answer about a charge, whose outcome is still unknown, from coming or from being written down; `locked` where somebody
 * holds the payment. Does nothing where there was nothing, or a processor that gives no answer: as sandbox cards do by their meaning.
 */
export function throwLostAnswer(lost: unknown, locked: () => Error): void {
  if (lost === undefined || lost instanceof NoAnswer) return
  throw lost instanceof PaymentBusy ? locked() : lost
}
