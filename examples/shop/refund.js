import { QistError } from '@qist/sdk'
import { hasActiveDispute } from './disputes.js'
import { save } from './orders.js'
import { isMade, notePayment } from './payment.js'
import { qist } from './settings.js'

/** @import { Payment } from '@qist/sdk' */
/** @import { Order } from './orders.js' */

/**
 * Saves the decision on a refund. The money moves afterwards. `place`: the number of the refund within the order, as the
 * form showed it, so that a second press makes no second refund.
 * @param {Order} order
 * @param {number} place
 * @param {string} amount
 * @param {string} reason
 */
export function askRefund(order, place, amount, reason) {
  if (place !== order.refunds.length + 1) return
  const reference = `${order.number}-refund-${place}`
  order.refunds.push({ reference, amount, reason, lines: [], state: 'asked' })
  save(order)
}

/** Requests a refund again that a dispute has blocked, under the same reference. @param {Order} order @param {string} reference */
export function askAgain(order, reference) {
  for (const refund of order.refunds)
    if (refund.reference === reference && refund.state === 'held') refund.state = 'asked'
  save(order)
}

/**
 * Sends the refunds that the shop has decided on. Only a closed payment can be refunded: until then they wait.
 * @param {Order} order
 * @param {Payment} payment The payment, just read.
 */
export async function refundWhatIsAsked(order, payment) {
  if (payment.status !== 'CLOSED') return
  for (const refund of order.refunds.filter(({ state }) => state === 'asked')) {
    const { reference, amount, reason } = refund
    try {
      if (!isMade(payment.refunds, refund)) {
        notePayment(order, await qist.refundPayment(payment.id, { amount, reference_id: reference, reason }))
      }
      refund.state = 'done'
    } catch (error) {
      if (!(error instanceof QistError)) throw error
      if (error.errorType === 'conflict' && (await hasActiveDispute(payment.id))) refund.state = 'held'
      else if (error.errorType === 'bad_data') Object.assign(refund, { state: 'refused', why: error.message })
      else throw error
    }
    save(order)
  }
}
