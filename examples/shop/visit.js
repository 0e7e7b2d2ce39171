import { randomUUID } from 'node:crypto'
import { QistError } from '@qist/sdk'
import { catalogue } from './catalogue.js'
import { readForm, redirect, sendPage, textOf, Wrong } from './http.js'
import { openSession, placeOrder } from './order.js'
import { findOrder } from './orders.js'
import { homePage, orderPage } from './pages.js'
import { settle, settleSoon } from './settle.js'
import { watch } from './watch.js'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Order } from './orders.js' */

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Serves customers. @param {IncomingMessage} request @param {ServerResponse} response @param {URL} url */
export async function visitShop(request, response, { pathname }) {
  const [, first, id, what] = pathname.split('/')
  const isPost = request.method === 'POST'
  if (pathname === '/') return sendPage(response, homePage(lastOrder(request)))
  if (first !== 'orders') throw new Wrong(404, 'There is no such page.')
  if (id === undefined) {
    if (!isPost) return redirect(response, '/')
    const order = orderFrom(await readForm(request))
    response.setHeader('set-cookie', `order=${order.id}; Path=/; HttpOnly; SameSite=Lax`)
    return pay(response, order)
  }
  const order = findOrder(id)
  if (order === undefined) throw new Wrong(404, 'There is no such order.')
  if (what === 'pay' && isPost) return pay(response, order)
  // Anyone can open these addresses, so they prove nothing about the payment. Read it at Qist.
  if (what === 'paid' || what === 'left') {
    await settleSoon(order)
    return redirect(response, `/orders/${order.id}`)
  }
  return sendPage(response, orderPage(order))
}

/** Returns the last order of this browser. @param {IncomingMessage} request */
function lastOrder({ headers }) {
  return findOrder(/(?:^|; )order=([^;]+)/.exec(headers.cookie ?? '')?.[1])
}

/** @param {ServerResponse} response @param {Order} order */
async function pay(response, order) {
  const page = order.paidBy === null ? await openSession(order).catch(noSession) : undefined
  watch(order, () => settle(order))
  redirect(response, page ?? `/orders/${order.id}`)
}

// Without an answer a session may exist or not. The customer tries again, and gets another one.
/** @param {unknown} error */
function noSession(error) {
  if (!(error instanceof QistError)) throw error
  console.error(error.message)
  return undefined
}

/** @param {FormData} form */
function orderFrom(form) {
  const lines = catalogue.flatMap(({ sku, title, category, price, isInStock }) => {
    const quantity = Number(textOf(form, sku) || 0)
    if (!Number.isInteger(quantity) || quantity < 0 || quantity > 9) throw new Wrong(400, 'At most nine of a kind.')
    return quantity === 0 ? [] : [{ sku, title, category, price, isInStock, quantity }]
  })
  const of = (/** @type {string} */ name) => {
    const text = textOf(form, name)
    if (text === '') throw new Wrong(400, `Your ${name} is missing.`)
    return text
  }
  if (lines.length === 0) throw new Wrong(400, 'Choose at least one thing.')
  const buyer = { name: of('name'), email: of('email'), phone: of('phone') }
  const id = textOf(form, 'order')
  return placeOrder(uuid.test(id) ? id : randomUUID(), lines, buyer, {
    city: of('city'),
    address: of('address'),
    zip: '00000',
  })
}
