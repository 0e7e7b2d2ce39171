import { leftToCapture, leftToRefund, type Payment } from '../../../money/payments/payment.ts'
import { isServiceReference } from '../../../money/payments/service-references.ts'
import { parseAmount, readTypedAmount } from '../../../platform/base/money.ts'
import { cutText } from '../../../platform/base/texts.ts'
import { maxReferenceLength } from '../../../platform/http/members.ts'
import type { Fields } from '../page.ts'
import { type ChosenItem, chosenItems, priceOf } from './chosen-items.ts'

/** A movement of a payment's money. */
export type MoneyMove = 'capture' | 'refund' | 'close'

/** The hidden fields of a move's form. */
export interface ExpectedMove {
  readonly move: MoneyMove
  /** The idempotency reference: the same form moves money once. */
  readonly referenceId: string
  /** The remaining amount that the page showed, in minor units. */
  readonly expectedMinor: bigint
}

/** A typed move. Its form is valid. */
export interface MoveRequest extends ExpectedMove {
  readonly amountMinor: bigint
  readonly reason: string
  /** The items of a refund. Empty if an amount was typed. */
  readonly items: readonly ChosenItem[]
}

/** The error of a move's form. `too many items`: they cost more than is left. */
export type MoveProblem = 'amount' | 'quantity' | 'no items' | 'too many items'

/** The longest reason, in characters. */
export const longestReason = 500

/** Returns the remaining amount for a move, in minor units. */
export function leftFor(payment: Payment, move: MoneyMove): bigint {
  return move === 'refund' ? leftToRefund(payment) : leftToCapture(payment)
}

/** Returns whether the payment's status allows the move. */
export function isOpenFor(payment: Payment, move: MoneyMove): boolean {
  return payment.status === (move === 'refund' ? 'CLOSED' : 'AUTHORIZED')
}

/** Returns whether this form has already moved the money. */
export function isDone(payment: Payment, { move, referenceId, expectedMinor }: ExpectedMove): boolean {
  if (move === 'close') return payment.status === 'CLOSED' && leftToCapture(payment) === expectedMinor
  const movements = move === 'capture' ? payment.captures : payment.refunds
  return movements.some((movement) => movement.referenceId === referenceId)
}

/** Returns whether a reference can come from a form. The service's own references have another prefix. */
export function isFormReference(text: string): boolean {
  return /^[\w-]{8,64}$/.test(text) && !isServiceReference(text)
}

/** Returns the hidden fields of a move's form. Undefined if the form is not of our page. */
export function readExpected(payment: Payment, move: MoneyMove, fields: Fields): ExpectedMove | undefined {
  const expectedMinor = parseAmount(fields['amount_seen'] ?? '', payment.currency)
  const referenceId = fields['reference_id'] ?? ''
  return typeof expectedMinor === 'bigint' && isFormReference(referenceId)
    ? { move, referenceId, expectedMinor }
    : undefined
}

/** Returns the typed amount or the chosen items, or the form's error. */
export function readMove(payment: Payment, expected: ExpectedMove, fields: Fields): MoveRequest | MoveProblem {
  const { move, expectedMinor } = expected
  const reason = cutText(fields['reason'] ?? '', longestReason)
  const request = { ...expected, reason, items: [] }
  if (move === 'close') return { ...request, amountMinor: expectedMinor }
  if (move === 'refund' && fields['by'] === 'items') {
    const items = chosenItems(payment, fields)
    if (items === undefined) return 'quantity'
    const amountMinor = priceOf(items)
    if (amountMinor === 0n) return 'no items'
    return amountMinor > expectedMinor ? 'too many items' : { ...request, items, amountMinor }
  }
  const amountMinor = readTypedAmount(fields['amount'] ?? '', payment.currency)
  if (typeof amountMinor !== 'bigint' || amountMinor <= 0n || amountMinor > expectedMinor) return 'amount'
  return { ...request, amountMinor }
}

/** The longest order number, in characters, as the API accepts it. */
export const longestReference = maxReferenceLength
