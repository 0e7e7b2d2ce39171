import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from './settings.js'

/**
 * @typedef {object} Line
 * @property {string} sku
 * @property {string} title
 * @property {string} category
 * @property {number} price In fils.
 * @property {number} quantity
 * @property {boolean} isInStock
 *
 * @typedef {object} Movement A capture or refund that the shop has decided on. It is kept before it is asked for.
 * @property {string} reference Its key: the same one with every try, and for this movement alone.
 * @property {string} amount
 * @property {Line[]} lines What is shipped; empty for a refund.
 * @property {string} reason
 * @property {'asked' | 'done' | 'held' | 'refused'} state `held`: a dispute decides first. `refused`: for good.
 * @property {string} [why] Why it was refused.
 *
 * @typedef {object} PaymentSeen A payment of the order, as Qist last showed it.
 * @property {string} id
 * @property {string} status In upper case.
 * @property {string} createdAt
 * @property {string} captured
 * @property {string} refunded
 *
 * @typedef {object} DisputeSeen
 * @property {string} id
 * @property {string} status
 * @property {string} amount
 * @property {string} reason
 * @property {string} comment
 *
 * @typedef {object} Order
 * @property {string} id In addresses: nobody guesses it.
 * @property {string} number For people.
 * @property {string} placedAt
 * @property {Line[]} lines
 * @property {{ name: string, email: string, phone: string }} buyer
 * @property {{ city: string, address: string, zip: string }} shipTo
 * @property {PaymentSeen[]} payments One for each time that the customer went to pay.
 * @property {string | null} paidBy The payment that is shipped on.
 * @property {string} [rejection] Why Qist refuses to be asked for it.
 * @property {Movement[]} shipments
 * @property {boolean} isClosing Nothing more will be shipped.
 * @property {Movement[]} refunds
 * @property {DisputeSeen[]} disputes
 */

mkdirSync(settings.dataFolder, { recursive: true })
const file = join(settings.dataFolder, 'orders.jsonl')

/** @type {Map<string, Order>} */
const orders = new Map()
if (existsSync(file)) for (const line of readFileSync(file, 'utf8').split('\n')) read(line)
rewrite()
const log = openSync(file, 'a')

/** @param {string} line */
function read(line) {
  try {
    const order = /** @type {Order} */ (JSON.parse(line))
    orders.set(order.id, order)
  } catch {
    // The last line is half a line where the shop was killed while it wrote: the order stands in one before it.
  }
}

// Each order once, in a new file that takes the place of the old one.
function rewrite() {
  const fresh = openSync(`${file}.new`, 'w')
  for (const order of orders.values()) writeSync(fresh, `${JSON.stringify(order)}\n`)
  fsyncSync(fresh)
  closeSync(fresh)
  renameSync(`${file}.new`, file)
}

/** Keeps an order as it is now: when this returns, it survives whatever happens to the shop. @param {Order} order */
export function save(order) {
  orders.set(order.id, order)
  writeSync(log, `${JSON.stringify(order)}\n`)
  fsyncSync(log)
}

/** Newest first. */
export function allOrders() {
  return [...orders.values()].reverse()
}

/** @param {string | undefined} id */
export function findOrder(id) {
  return orders.get(id ?? '')
}

/** @param {string} paymentId */
export function findByPayment(paymentId) {
  return allOrders().find(({ payments }) => payments.some(({ id }) => id === paymentId))
}

/** @type {Map<string, Promise<unknown>>} */
const turns = new Map()

/**
 * Work on one order, one after the other: of two notifications at once, the second finds what the first has done.
 * @template T
 * @param {Order} order
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function inTurn(order, work) {
  const turn = (turns.get(order.id) ?? Promise.resolve()).then(work, work)
  turns.set(order.id, turn)
  return turn
}
