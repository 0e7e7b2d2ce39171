import { compareBooks } from './books.js'
import { amountOf, filsOf } from './catalogue.js'
import { answerDispute } from './disputes.js'
import { readForm, redirect, sendPage, textOf, Wrong } from './http.js'
import { officeOrderPage, officePage } from './office-pages.js'
import { findOrder, save } from './orders.js'
import { askAgain, askRefund } from './refund.js'
import { settleSoon } from './settle.js'
import { planShipment, unplannedLines } from './ship.js'
import { watchAnew } from './watch.js'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Order } from './orders.js' */

/** Serves the staff. @param {IncomingMessage} request @param {ServerResponse} response @param {string[]} path */
export async function visitOffice(request, response, [first, id, what]) {
  const isPost = request.method === 'POST'
  if (first === undefined) return sendPage(response, officePage())
  if (first === 'compare' && isPost) return redirect(response, `/office?differences=${await compareBooks()}`)
  const order = first === 'orders' ? findOrder(id) : undefined
  if (order === undefined) throw new Wrong(404, 'There is no such order.')
  if (!isPost) return sendPage(response, officeOrderPage(order))
  await decide(order, what ?? '', await readForm(request))
  watchAnew(order)
  await settleSoon(order)
  redirect(response, `/office/orders/${order.id}`)
}

/** @param {Order} order @param {string} what @param {FormData} form */
async function decide(order, what, form) {
  if (what === 'ship') planShipment(order, unplannedLines(order))
  else if (what === 'close') {
    order.isClosing = true
    save(order)
  } else if (what === 'refund') {
    const fils = filsOf(textOf(form, 'amount'))
    if (fils === undefined || fils === 0) throw new Wrong(400, 'An amount is written like 50.00.')
    askRefund(order, Number(textOf(form, 'place')), amountOf(fils), textOf(form, 'reason'))
  } else if (what === 'again') askAgain(order, textOf(form, 'reference'))
  else if (what === 'approve' || what === 'challenge' || what === 'evidence') {
    const file = form.get('file')
    const isFile = typeof file === 'object' && file !== null && file.size > 0
    await answerDispute(textOf(form, 'dispute'), what, textOf(form, 'words'), isFile ? file : undefined)
  } else throw new Wrong(404, 'There is no such button.')
}
