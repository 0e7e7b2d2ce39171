import { amountOf, filsOf } from './catalogue.js'
import { save } from './orders.js'

/** @import { Payment } from '@qist/sdk' */
/** @import { Movement, Order, PaymentSeen } from './orders.js' */

/**
 * Returns the stored part of a payment. Other members of the answer are ignored: the API may add members.
 * @param {Payment} payment
 * @returns {PaymentSeen}
 */
export function snapshotOf({ id, status, created_at, captures, refunds }) {
  return { id, status, createdAt: created_at, captured: sumOf(captures), refunded: sumOf(refunds) }
}

/**
 * Saves with the order the current state of one of its payments.
 * @param {Order} order
 * @param {Payment} payment
 */
export function notePayment(order, payment) {
  const place = order.payments.findIndex(({ id }) => id === payment.id)
  if (place === -1) order.payments.push(snapshotOf(payment))
  else order.payments[place] = snapshotOf(payment)
  save(order)
  return payment
}

/** @param {readonly { amount: string }[]} movements */
function sumOf(movements) {
  return amountOf(movements.reduce((sum, { amount }) => sum + (filsOf(amount) ?? 0), 0))
}

/** Whether Qist has made a movement, by its reference. @param {Payment['captures'] | Payment['refunds']} made @param {Movement} movement */
export function isMade(made, { reference }) {
  return made.some(({ reference_id }) => reference_id === reference)
}

/** Returns the payment whose order is shipped, as it was last read. @param {Order} order */
export function paidPayment({ payments, paidBy }) {
  return payments.find(({ id }) => id === paidBy)
}

/**
 * Returns the state of an order in a word.
 * @param {Order} order
 * @returns {'open' | 'unpaid' | 'paid' | 'part-shipped' | 'shipped' | 'cancelled' | 'refunded'}
 */
export function stateOf(order) {
  const payment = paidPayment(order)
  if (payment === undefined) return order.payments.some(({ status }) => status === 'CREATED') ? 'open' : 'unpaid'
  if (payment.status === 'AUTHORIZED') return payment.captured === '0.00' ? 'paid' : 'part-shipped'
  if (payment.captured === '0.00') return 'cancelled'
  return payment.refunded === payment.captured ? 'refunded' : 'shipped'
}
