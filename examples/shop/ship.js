import { QistError } from '@qist/sdk'
import { amountOf, totalOf } from './catalogue.js'
import { itemOf } from './order.js'
import { save } from './orders.js'
import { isMade, notePayment } from './payment.js'
import { qist } from './settings.js'

/** @import { Payment } from '@qist/sdk' */
/** @import { Line, Movement, Order } from './orders.js' */

/** Of what is not made in time nothing is captured: after 21 days Qist would capture all that is left. */
const longestMs = 18 * 24 * 60 * 60 * 1_000

/** What is in stock goes at once; the rest when it is made. @param {Order} order */
export function planFirstShipment(order) {
  planShipment(
    order,
    unplannedLines(order).filter(({ isInStock }) => isInStock),
  )
}

/** What is not in any shipment yet. @param {Order} order */
export function unplannedLines({ lines, shipments }) {
  const planned = new Set(shipments.flatMap((shipment) => shipment.lines.map(({ sku }) => sku)))
  return lines.filter(({ sku }) => !planned.has(sku))
}

/** The key of a shipment is made and kept before anything is sent. @param {Order} order @param {Line[]} lines */
export function planShipment(order, lines) {
  if (lines.length === 0) return
  const reference = `${order.number}-ship-${order.shipments.length + 1}`
  order.shipments.push({ reference, amount: amountOf(totalOf(lines)), lines, reason: '', state: 'asked' })
  save(order)
}

/**
 * Captures each shipment that is planned and not made, under its own key: whoever sends it again, because no answer came or because the shop
 * was killed in between, moves nothing twice.
 * @param {Order} order
 * @param {Payment} payment As it was read just now.
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
    // Refused for good: the payment is not as it was read, and is read again. Its answer would be the same next time.
    Object.assign(shipment, { state: 'refused', why: error.message })
    return notePayment(order, await qist.getPayment(payment.id))
  }
}

/**
 * Closes a payment of which nothing more will be captured: the customer owes nothing for what never comes.
 * @param {Order} order
 * @param {Payment} payment
 * @returns {Promise<Payment>}
 */
export async function closeTheRest(order, payment) {
  if (payment.status !== 'AUTHORIZED') return payment
  if (Date.now() - Date.parse(payment.created_at) > longestMs) order.isClosing = true
  return order.isClosing ? notePayment(order, await qist.closePayment(payment.id)) : payment
}
