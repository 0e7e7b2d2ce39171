import { randomUUID } from 'node:crypto'
import { amountOf, catalogue, totalOf } from './catalogue.js'
import { html, page } from './html.js'
import { paidPayment, stateOf } from './payment.js'

/** @import { Order } from './orders.js' */

/** The texts for customers. */
const stateTexts = {
  open: 'Waiting for your payment.',
  unpaid: 'Nothing was paid.',
  paid: 'Paid. We are making it.',
  'part-shipped': 'Paid. A part of it is on its way, and we are making the rest.',
  shipped: 'Paid, and on its way.',
  cancelled: 'Cancelled. You owe nothing.',
  refunded: 'Everything was given back.',
}

/** @param {number} fils */
export const price = (fils) => html`<span class="price">AED ${amountOf(fils)}</span>`

/** @param {Order | undefined} last */
export function homePage(last) {
  return page(
    'Souk & Loom',
    html`<main>
<h1>Made slowly, paid in four</h1>
${last && html`<p><a href="/orders/${last.id}">Your order ${last.number}</a></p>`}
<form method="post" action="/orders">
<input type="hidden" name="order" value="${randomUUID()}">
<ul class="goods">${catalogue.map(
      ({ sku, title, about, price: each, isInStock }) => html`
<li class="good ${sku.toLowerCase()}"><h2>${title}</h2><p>${about}</p>
<p>${price(each)} <small>or four times ${amountOf(Math.ceil(each / 4))}</small></p>
<label>Quantity <input type="number" name="${sku}" value="0" min="0" max="9"></label>
${!isInStock && html`<small>Made to order: shipped later.</small>`}</li>`,
    )}</ul>
<fieldset><legend>For whom</legend>
<label>Name <input name="name" autocomplete="name" required></label>
<label>E-mail <input name="email" type="email" autocomplete="email" required></label>
<label>Mobile <input name="phone" type="tel" autocomplete="tel" placeholder="+971 50 000 0001" required></label>
<label>City <input name="city" autocomplete="address-level2" required></label>
<label>Address <input name="address" autocomplete="street-address" required></label>
</fieldset>
<button>Pay in four with Qist</button>
</form>
</main>`,
  )
}

/** The rejection reasons of the API, in words for customers. @type {Readonly<Record<string, string>>} */
const rejections = {
  order_amount_too_high: 'This order is too large to be paid in parts.',
  order_amount_too_low: 'This order is too small to be paid in parts.',
}

/** @param {Order} order */
export function orderPage(order) {
  const state = stateOf(order)
  const refunded = paidPayment(order)?.refunded
  const isPayable = state === 'open' || state === 'unpaid'
  const words =
    (order.rejection && (rejections[order.rejection] ?? 'Qist cannot offer you four parts for this order.')) ||
    stateTexts[state]
  return page(
    `Order ${order.number}`,
    html`<main data-state="${state}">
<h1>Order ${order.number}</h1>
<p class="state ${state}">${isPayable ? words : stateTexts[state]}</p>
${lines(order)}
${refunded !== undefined && refunded !== '0.00' && html`<p>Given back: AED ${refunded}</p>`}
${isPayable && html`<form method="post" action="/orders/${order.id}/pay"><button>Pay in four with Qist</button></form>`}
<p><a href="/">Back to the shop</a></p>
</main>`,
    { isWaiting: state === 'open' },
  )
}

/** @param {Order} order */
export function lines({ lines: bought }) {
  return html`<table><tbody>${bought.map(
    (line) => html`<tr><td>${line.quantity} × ${line.title}</td><td>${price(line.price * line.quantity)}</td></tr>`,
  )}<tr class="total"><td>In all</td><td>${price(totalOf(bought))}</td></tr></tbody></table>`
}

/** @param {string} words */
export function problemPage(words) {
  return page('Souk & Loom', html`<main><h1>${words}</h1><p><a href="/">Back to the shop</a></p></main>`)
}
