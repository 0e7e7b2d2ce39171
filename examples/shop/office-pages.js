import { answersTo } from './disputes.js'
import { html, page } from './html.js'
import { allOrders } from './orders.js'
import { lines } from './pages.js'
import { paidPayment, stateOf } from './payment.js'
import { unplannedLines } from './ship.js'

/** @import { DisputeSeen, Movement, Order } from './orders.js' */

export function officePage() {
  return page(
    'Back office',
    html`<main class="office"><h1>Orders</h1>
<form method="post" action="/office/compare"><button class="quiet">Compare with Qist’s books</button></form>
<table><thead><tr><th>Order</th><th>Customer</th><th>State</th><th>Captured</th><th>Refunded</th></tr></thead><tbody>${allOrders().map(
      (order) => html`
<tr><td><a href="/office/orders/${order.id}">${order.number}</a></td><td>${order.buyer.name}</td><td>${stateOf(order)}${
        order.disputes.length > 0 && ', disputed'
      }</td><td>${paidPayment(order)?.captured}</td><td>${paidPayment(order)?.refunded}</td></tr>`,
    )}</tbody></table></main>`,
  )
}

/** @param {Order} order */
export function officeOrderPage(order) {
  const state = stateOf(order)
  const payment = paidPayment(order)
  const isAuthorized = payment?.status === 'AUTHORIZED'
  const isClosed = payment?.status === 'CLOSED' && payment.captured !== '0.00'
  const action = (/** @type {string} */ what) => `/office/orders/${order.id}/${what}`
  return page(
    `Order ${order.number}`,
    html`<main class="office" data-state="${state}" data-disputes="${order.disputes.map(({ status }) => status).join()}">
<h1>Order ${order.number}</h1>
<p>${order.buyer.name}, ${order.buyer.phone}. ${order.shipTo.address}, ${order.shipTo.city}.</p>
${lines(order)}
<h2>Payment</h2>
<p>${payment ? `${payment.status}, captured ${payment.captured}, refunded ${payment.refunded}` : state}</p>
${movements('Shipments', order.shipments)}
${isAuthorized && unplannedLines(order).length > 0 && html`<form method="post" action="${action('ship')}"><button>Ship the rest and capture</button></form>`}
${isAuthorized && html`<form method="post" action="${action('close')}"><button class="quiet">Nothing more is shipped: close</button></form>`}
${movements('Refunds', order.refunds, action('again'))}
${
  isClosed &&
  html`<form method="post" action="${action('refund')}">
<input type="hidden" name="place" value="${order.refunds.length + 1}">
<label>Amount <input name="amount" inputmode="decimal" required></label>
<label>Reason <input name="reason"></label>
<button>Refund</button></form>`
}
${order.disputes.map((dispute) => disputeOf(dispute, action))}
<p><a href="/office">All orders</a></p></main>`,
  )
}

/** @param {string} title @param {Movement[]} all @param {string} [again] */
function movements(title, all, again) {
  if (all.length === 0) return undefined
  return html`<h2>${title}</h2><ul>${all.map(
    ({
      reference,
      amount,
      state,
      why,
      reason,
    }) => html`<li>AED ${amount} ${reason} <small>${reference}</small>: ${state}${why && ` (${why})`}
${state === 'held' && again && html`<form method="post" action="${again}"><input type="hidden" name="reference" value="${reference}"><button class="quiet">Ask again</button></form>`}</li>`,
  )}</ul>`
}

const names = { challenge: 'Challenge it', approve: 'Give in', evidence: 'Send evidence' }

/** @param {DisputeSeen} dispute @param {(what: string) => string} action */
function disputeOf({ id, status, amount, reason, comment }, action) {
  return html`<h2>Dispute over AED ${amount}</h2>
<p>${reason}: ${status}. ${comment}</p>
${answersTo(status).map(
  (answer) => html`<form method="post" action="${action(answer)}" enctype="multipart/form-data">
<input type="hidden" name="dispute" value="${id}">
${
  answer !== 'approve' &&
  html`<label>What shows that it was delivered <input name="words" required></label>
<label>Receipt (PDF, PNG, JPEG) <input type="file" name="file" accept=".pdf,.png,.jpg,.jpeg"></label>`
}
<button class="${answer === 'approve' ? 'quiet' : ''}">${names[answer]}</button></form>`,
)}`
}
