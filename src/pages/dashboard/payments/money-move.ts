import { leftToCapture, leftToRefund, type Payment } from '../../../money/payments/payment.ts'
import { isServiceReference } from '../../../money/payments/service-references.ts'
import { parseAmount, readTypedAmount } from '../../../platform/base/money.ts'
import { cutText } from '../../../platform/base/texts.ts'
import type { Fields } from '../page.ts'
import { type ChosenItem, chosenItems, priceOf } from './chosen-items.ts'

/** What a person does with a payment's money. */
export type MoneyMove = 'capture' | 'refund' | 'close'

/** What every form of a move carries. */
export interface SeenMove {
  readonly move: MoneyMove
  /** By which it happens once, however often it is sent. */
  readonly referenceId: string
  /** How much the page had shown to be left, in minor units. */
  readonly seenMinor: bigint
}

/** A move that was typed, judged as far as its form goes. */
export interface AskedMove extends SeenMove {
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
export function isDone(payment: Payment, { move, referenceId, seenMinor }: SeenMove): boolean {
  if (move === 'close') return payment.status === 'CLOSED' && leftToCapture(payment) === seenMinor
  const movements = move === 'capture' ? payment.captures : payment.refunds
  return movements.some((movement) => movement.referenceId === referenceId)
}

/** Whether it may be a form's own reference: those of the service itself begin otherwise. */
export function isFormReference(text: string): boolean {
  return /^[\w-]{8,64}$/.test(text) && !isServiceReference(text)
}

/** What the form of a move carries; undefined where it is none of our page's. */
export function readSeen(payment: Payment, move: MoneyMove, fields: Fields): SeenMove | undefined {
  const seenMinor = parseAmount(fields['amount_seen'] ?? '', payment.currency)
  const referenceId = fields['reference_id'] ?? ''
  return typeof seenMinor === 'bigint' && isFormReference(referenceId) ? { move, referenceId, seenMinor } : undefined
}

/** Reads the rest of it: the amount that was typed, or the items that were chosen. */
export function readMove(payment: Payment, seen: SeenMove, fields: Fields): AskedMove | MoveProblem {
  const { move, seenMinor } = seen
  const reason = cutText(fields['reason'] ?? '', longestReason)
  const asked = { ...seen, reason, items: [] }
  if (move === 'close') return { ...asked, amountMinor: seenMinor }
  if (move === 'refund' && fields['by'] === 'items') {
    const items = chosenItems(payment, fields)
    if (items === undefined) return 'quantity'
    const amountMinor = priceOf(items)
    if (amountMinor === 0n) return 'no items'
    return amountMinor > seenMinor ? 'too many items' : { ...asked, items, amountMinor }
  }
  const amountMinor = readTypedAmount(fields['amount'] ?? '', payment.currency)
  if (typeof amountMinor !== 'bigint' || amountMinor <= 0n || amountMinor > seenMinor) return 'amount'
  return { ...asked, amountMinor }
}

/** No order number is longer, in characters. */
export const longestReference = 255
