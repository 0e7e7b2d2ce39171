import { QistError } from '@qist/sdk'
import { amountOf, totalOf } from './catalogue.js'
import { itemOf } from './order.js'
import { save } from './orders.js'
import { isMade, notePayment } from './payment.js'
import { qist } from './settings.js'

/** @import { Payment } from '@qist/sdk' */
/** @import { Line, Movement, Order } from './orders.js' */

/** A product that is not ready by then is not captured: after 21 days Qist captures the rest by itself. */
const longestMs = 18 * 24 * 60 * 60 * 1_000

/** Plans a shipment of the products in stock. The others are shipped later. @param {Order} order */
export function planFirstShipment(order) {
  planShipment(
    order,
    unplannedLines(order).filter(({ isInStock }) => isInStock),
  )
}

/** Returns the lines that are in no shipment yet. @param {Order} order */
export function unplannedLines({ lines, shipments }) {
  const planned = new Set(shipments.flatMap((shipment) => shipment.lines.map(({ sku }) => sku)))
  return lines.filter(({ sku }) => !planned.has(sku))
}

/** Saves the shipment with its reference before the capture is sent. @param {Order} order @param {Line[]} lines */
export function planShipment(order, lines) {
  if (lines.length === 0) return
  const reference = `${order.number}-ship-${order.shipments.length + 1}`
  order.shipments.push({ reference, amount: amountOf(totalOf(lines)), lines, reason: '', state: 'asked' })
  save(order)
}

/**
 * Captures each planned shipment under its own reference. A repetition, after a lost answer or a crash of the shop,
 * moves no money twice.
 * @param {Order} order
 * @param {Payment} payment The payment, just read.
 * @returns {Promise<Payment>}
 */
export async function shipWhatIsPlanned(order, payment) {
  let latest = payment
  for (const shipment of order.shipments.filter(({ state }) => state === 'asked')) {
    if (!isMade(latest.captures, shipment) && latest.status === 'AUTHORIZED')
      latest = await capture(order, latest, shipment)
    if (isMade(latest.captures, shipment)) shipment.state = 'done'
    else if (latest.status !== 'AUTHORIZED') shipment.state = 'refused'
    save(order)
  }
  return latest
}

/** @param {Order} order @param {Payment} payment @param {Movement} shipment */
async function capture(order, payment, shipment) {
  const { reference, amount, lines } = shipment
  try {
    const captured = await qist.capturePayment(payment.id, {
      amount,
      reference_id: reference,
      items: lines.map(itemOf),
    })
    return notePayment(order, captured)
  } catch (error) {
    if (!(error instanceof QistError) || error.errorType !== 'bad_data') throw error
    // A final refusal: the payment has changed since it was read, and a retry would get the same answer. Read it again.
    Object.assign(shipment, { state: 'refused', why: error.message })
    return notePayment(order, await qist.getPayment(payment.id))
  }
}

/**
 * Closes a payment if nothing more will be captured, so that the customer owes nothing for undelivered products.
 * @param {Order} order
 * @param {Payment} payment
 * @returns {Promise<Payment>}
 */
export async function closeTheRest(order, payment) {
  if (payment.status !== 'AUTHORIZED') return payment
  if (Date.now() - Date.parse(payment.created_at) > longestMs) order.isClosing = true
  return order.isClosing ? notePayment(order, await qist.closePayment(payment.id)) : payment
}
