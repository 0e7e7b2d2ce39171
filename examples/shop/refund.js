import { QistError } from '@qist/sdk'
import { hasActiveDispute } from './disputes.js'
import { save } from './orders.js'
import { isMade, notePayment } from './payment.js'
import { qist } from './settings.js'

/** @import { Payment } from '@qist/sdk' */
/** @import { Order } from './orders.js' */

/**
 * Decides on a refund; what moves the money comes afterwards. `place`: which one of the order's it is, as the form said when it was shown. A
 * button that is pressed twice means one refund.
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

/** What a dispute held back is asked for once more, under the same key. @param {Order} order @param {string} reference */
export function askAgain(order, reference) {
  for (const refund of order.refunds)
    if (refund.reference === reference && refund.state === 'held') refund.state = 'asked'
  save(order)
}

/**
 * Gives back what the shop has decided to give back. Only what is closed can be refunded: until then it waits.
 * @param {Order} order
 * @param {Payment} payment As it was read just now.
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
