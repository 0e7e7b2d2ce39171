import { amountOf, totalOf } from './catalogue.js'
import { allOrders, findOrder, inTurn, save } from './orders.js'
import { notePayment } from './payment.js'
import { qist, settings } from './settings.js'

/** @import { Line, Order } from './orders.js' */

/**
 * Saves a new order, before any payment. `id`: made with the order's page, so that a second press makes no second order.
 * @param {string} id
 * @param {Line[]} lines
 * @param {Order['buyer']} buyer
 * @param {Order['shipTo']} shipTo
 * @returns {Order}
 */
export function placeOrder(id, lines, buyer, shipTo) {
  const placed = findOrder(id)
  if (placed !== undefined) return placed
  /** @type {Order} */
  const order = {
    id,
    number: String(1001 + allOrders().length),
    placedAt: new Date().toISOString(),
    ...{ lines, buyer, shipTo, payments: [], paidBy: null },
    ...{ shipments: [], isClosing: false, refunds: [], disputes: [] },
  }
  save(order)
  return order
}

/**
 * Opens a session and returns its payment page; undefined if Qist rejects it. A customer who returns without paying gets
 * another session. The order keeps every payment, because each of them may still be paid.
 * @param {Order} order
 * @returns {Promise<string | undefined>}
 */
export function openSession(order) {
  return inTurn(order, async () => {
    const session = await qist.createSession(checkoutOf(order))
    // An earlier rejection may not apply any more.
    delete order.rejection
    // A rejection is no error: the answer is 200, with this status.
    if (session.status === 'rejected') {
      order.rejection = session.configuration.products.installments.rejection_reason ?? 'not_available'
    }
    notePayment(order, session.payment)
    return session.configuration.available_products.installments?.[0]?.web_url
  })
}

/** @param {Order} order @returns {Parameters<typeof qist.createSession>[0]} */
function checkoutOf({ id, number, lines, buyer, shipTo }) {
  const back = `${settings.ownUrl}/orders/${id}`
  return {
    merchant_code: settings.merchantCode,
    lang: 'en',
    merchant_urls: { success: `${back}/paid`, cancel: `${back}/left`, failure: `${back}/left` },
    payment: {
      amount: amountOf(totalOf(lines)),
      currency: settings.currency,
      description: `Order ${number}`,
      buyer,
      shipping_address: shipTo,
      order: { reference_id: number, items: lines.map(itemOf) },
      buyer_history: { registered_since: new Date().toISOString(), loyalty_level: 0 },
      // The order of a payment whose answer was lost.
      meta: { order: id },
    },
  }
}

/** Returns an item of a session or capture. @param {Line} line */
export function itemOf({ sku, title, category, price, quantity }) {
  return { reference_id: sku, title, category, quantity, unit_price: amountOf(price) }
}
