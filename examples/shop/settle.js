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
 * Reads how an order is paid, and does what is to be done then. Everything comes here: a notification, a customer who is back, a button in the
 * office, a timer, the start of the shop. None of them is believed: only what is read counts. Doing it twice does nothing twice.
 * @param {Order} order
 */
export async function settle(order) {
  try {
    await inTurn(order, () => settleOnce(order))
  } catch (error) {
    // Nothing is lost: all that was decided is kept with the order, and is tried again later.
    console.error(`order ${order.number}: ${error instanceof Error ? error.message : error}`)
  }
  watch(order, () => settle(order))
}

/** Nobody waits longer for a page. */
const patienceMs = 3_000

/** Settles an order for somebody who waits for a page. What takes longer goes on although nobody waits for it. @param {Order} order */
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
    // Two sessions of one order were paid, or one that is not for all of it: it is given back.
    else if (payment.status === 'AUTHORIZED') notePayment(order, await qist.closePayment(id))
  }
  if (paid === undefined) return
  paid = await shipWhatIsPlanned(order, paid)
  paid = await closeTheRest(order, paid)
  await refundWhatIsAsked(order, paid)
}

// What was rejected or expired, or closed without being shipped on, stays so.
/** @param {Order} order @param {PaymentSeen} payment */
function mayChange({ paidBy }, { id, status }) {
  return id === paidBy || status === 'CREATED' || status === 'AUTHORIZED'
}

/** @param {Payment} payment */
function isPaid({ status, captures }) {
  return status === 'AUTHORIZED' || captures.length > 0
}

// Whoever knows the public key can open a session that names this order, and asks for less.
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
