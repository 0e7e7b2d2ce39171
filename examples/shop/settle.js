import { filsOf, totalOf } from './catalogue.js'
import { inTurn, save } from './orders.js'
import { notePayment } from './payment.js'
import { refundWhatIsAsked } from './refund.js'
import { qist, settings } from './settings.js'
import { closeTheRest, planFirstShipment, shipWhatIsPlanned } from './ship.js'
import { watch } from './watch.js'

/** @import { Payment } from '@qist/sdk' */
/** @import { Order, PaymentSeen } from './orders.js' */

/**
 * Reads the order's payments, and does the next steps. Every cause calls this: a notification, a returning customer, a
 * button in the office, a timer, the start of the shop. Only the payment that is read counts, never the cause. A second
 * call changes nothing more.
 * @param {Order} order
 */
export async function settle(order) {
  try {
    await inTurn(order, () => settleOnce(order))
  } catch (error) {
    // Nothing is lost: all decisions are saved with the order, and are tried again later.
    console.error(`order ${order.number}: ${error instanceof Error ? error.message : error}`)
  }
  watch(order, () => settle(order))
}

/** Longest wait for a page. */
const patienceMs = 3_000

/** Settles an order while a person waits for a page. Slower work continues in the background. @param {Order} order */
export function settleSoon(order) {
  return Promise.race([settle(order), new Promise((resolve) => setTimeout(resolve, patienceMs))])
}

/** @param {Order} order */
async function settleOnce(order) {
  /** @type {Payment | undefined} */
  let paid
  for (const { id } of order.payments.filter((payment) => mayChange(order, payment))) {
    const payment = notePayment(order, await qist.getPayment(id))
    if (order.paidBy === null && isPaid(payment) && isFor(order, payment)) takeAsPaid(order, payment)
    if (order.paidBy === id) paid = payment
    // A second payment of the order, or one with another amount: close it, so that the customer owes nothing.
    else if (payment.status === 'AUTHORIZED') notePayment(order, await qist.closePayment(id))
  }
  if (paid === undefined) return
  paid = await shipWhatIsPlanned(order, paid)
  paid = await closeTheRest(order, paid)
  await refundWhatIsAsked(order, paid)
}

// A rejected or expired payment, or one that was closed without a shipment, does not change any more.
/** @param {Order} order @param {PaymentSeen} payment */
function mayChange({ paidBy }, { id, status }) {
  return id === paidBy || status === 'CREATED' || status === 'AUTHORIZED'
}

/** @param {Payment} payment */
function isPaid({ status, captures }) {
  return status === 'AUTHORIZED' || captures.length > 0
}

// With the public key anyone can open a session that names this order with a lower amount.
/** @param {Order} order @param {Payment} payment */
function isFor({ lines }, { amount, currency, is_test }) {
  return filsOf(amount) === totalOf(lines) && currency === settings.currency && is_test === !settings.isLive
}

/** @param {Order} order @param {Payment} payment */
function takeAsPaid(order, { id, status }) {
  order.paidBy = id
  if (status === 'AUTHORIZED') planFirstShipment(order)
  save(order)
}
