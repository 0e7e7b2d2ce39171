import { amountOf, totalOf } from './catalogue.js'
import { allOrders, findOrder, inTurn, save } from './orders.js'
import { notePayment } from './payment.js'
import { qist, settings } from './settings.js'

/** @import { Line, Order } from './orders.js' */

/**
 * Keeps a new order. Nobody has been asked for money yet. `id`: made with the page that it was ordered on, so that a button that is pressed
 * twice means one order.
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
 * Opens a session, and answers the page on which the customer pays; undefined where Qist refuses. A customer who comes back without
 * having paid gets another session, and the order remembers every payment: any of them may still be paid.
 * @param {Order} order
 * @returns {Promise<string | undefined>}
 */
export function openSession(order) {
  return inTurn(order, async () => {
    const session = await qist.createSession(checkoutOf(order))
    // What was refused before may be taken now.
    delete order.rejection
    // A refusal is no error: the answer is 200, and only its status tells.
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
      // By which a payment is found again whose answer never came.
      meta: { order: id },
    },
  }
}

/** An item as sessions and captures have it. @param {Line} line */
export function itemOf({ sku, title, category, price, quantity }) {
  return { reference_id: sku, title, category, quantity, unit_price: amountOf(price) }
}
