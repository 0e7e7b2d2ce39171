import { leftToCapture, leftToRefund, type Payment } from '../../../money/payments/payment.ts'
import { isServiceReference } from '../../../money/payments/service-references.ts'
import { parseAmount, readTypedAmount } from '../../../platform/base/money.ts'
import { cutText } from '../../../platform/base/texts.ts'
import type { Fields } from '../page.ts'
import { type ChosenItem, chosenItems, priceOf } from './chosen-items.ts'

/** What a person does with a payment's money. */
export type MoneyMove = 'capture' | 'refund' | 'close'

/** What every form of a move carries. */
export interface ExpectedMove {
  readonly move: MoneyMove
  /** By which it happens once, however often it is sent. */
  readonly referenceId: string
  /** How much the page had shown to be left, in minor units. */
  readonly expectedMinor: bigint
}

/** A move that was typed, judged as far as its form goes. */
export interface MoveRequest extends ExpectedMove {
  readonly amountMinor: bigint
  readonly reason: string
  /** What a refund is for, where items were chosen instead of an amount. */
  readonly items: readonly ChosenItem[]
}

/** What is wrong with a form: its amount, how many of an item, no item is chosen, or they cost more than is left. */
export type MoveProblem = 'amount' | 'quantity' | 'no items' | 'too many items'

/** No reason is longer, in characters. */
export const longestReason = 500

/** How much of a payment is left for a move, in minor units. */
export function leftFor(payment: Payment, move: MoneyMove): bigint {
  return move === 'refund' ? leftToRefund(payment) : leftToCapture(payment)
}

/** Whether its status allows the move. */
export function isOpenFor(payment: Payment, move: MoneyMove): boolean {
  return payment.status === (move === 'refund' ? 'CLOSED' : 'AUTHORIZED')
}

/** Whether the very form has done it. */
export function isDone(payment: Payment, { move, referenceId, expectedMinor }: ExpectedMove): boolean {
  if (move === 'close') return payment.status === 'CLOSED' && leftToCapture(payment) === expectedMinor
  const movements = move === 'capture' ? payment.captures : payment.refunds
  return movements.some((movement) => movement.referenceId === referenceId)
}

/** Whether it may be a form's own reference: those of the service itself begin otherwise. */
export function isFormReference(text: string): boolean {
  return /^[\w-]{8,64}$/.test(text) && !isServiceReference(text)
}

/** What the form of a move carries; undefined where it is none of our page's. */
export function readExpected(payment: Payment, move: MoneyMove, fields: Fields): ExpectedMove | undefined {
  const expectedMinor = parseAmount(fields['amount_seen'] ?? '', payment.currency)
  const referenceId = fields['reference_id'] ?? ''
  return typeof expectedMinor === 'bigint' && isFormReference(referenceId)
    ? { move, referenceId, expectedMinor }
    : undefined
}

/** Reads the rest of it: the amount that was typed, or the items that were chosen. */
export function readMove(payment: Payment, seen: ExpectedMove, fields: Fields): MoveRequest | MoveProblem {
  const { move, expectedMinor } = seen
  const reason = cutText(fields['reason'] ?? '', longestReason)
  const asked = { ...seen, reason, items: [] }
  if (move === 'close') return { ...asked, amountMinor: expectedMinor }
  if (move === 'refund' && fields['by'] === 'items') {
    const items = chosenItems(payment, fields)
    if (items === undefined) return 'quantity'
    const amountMinor = priceOf(items)
    if (amountMinor === 0n) return 'no items'
    return amountMinor > expectedMinor ? 'too many items' : { ...asked, items, amountMinor }
  }
  const amountMinor = readTypedAmount(fields['amount'] ?? '', payment.currency)
  if (typeof amountMinor !== 'bigint' || amountMinor <= 0n || amountMinor > expectedMinor) return 'amount'
  return { ...asked, amountMinor }
}

/** No order number is longer, in characters. */
export const longestReference = 255
