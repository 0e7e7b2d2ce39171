import { paidPayment } from './payment.js'
import { settings } from './settings.js'

/** @import { Order } from './orders.js' */

/** First and longest pause before an order is checked without a notification. A polling shop checks sooner. */
const [firstMs, longestMs] = settings.isPolling ? [1_000, 60_000] : [30_000, 3_600_000]

/** @type {Map<string, { times: number, timer: NodeJS.Timeout }>} */
const watched = new Map()

/**
 * Settles an order again later while it is open: a notification may be lost, or a call may have failed.
 * @param {Order} order
 * @param {() => Promise<void>} again
 */
export function watch(order, again) {
  const { times = 0, timer } = watched.get(order.id) ?? {}
  clearTimeout(timer)
  if (!isOpen(order)) return watched.delete(order.id)
  const pauseMs = Math.min(longestMs, firstMs * 2 ** times)
  watched.set(order.id, { times: times + 1, timer: setTimeout(again, pauseMs) })
}

/** Restarts the short pauses after a new decision about the order. @param {Order} order */
export function watchAnew(order) {
  clearTimeout(watched.get(order.id)?.timer)
  watched.delete(order.id)
}

/** @param {Order} order */
export function isOpen(order) {
  const isPayable = order.payments.some(({ status }) => status === 'CREATED')
  const isAsked = [...order.shipments, ...order.refunds].some(({ state }) => state === 'asked')
  return isPayable || isAsked || paidPayment(order)?.status === 'AUTHORIZED'
}
