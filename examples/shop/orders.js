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
 * @typedef {object} Movement A capture or refund that the shop has decided on. It is saved before the request is sent.
 * @property {string} reference The reference_id: the same for every try, and of this movement only.
 * @property {string} amount
 * @property {Line[]} lines The shipped lines; empty for a refund.
 * @property {string} reason
 * @property {'asked' | 'done' | 'held' | 'refused'} state `held`: a dispute blocks it. `refused`: finally.
 * @property {string} [why] Why it was refused.
 *
 * @typedef {object} PaymentSeen A payment of the order, as it was last read.
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
 * @property {string} id For addresses; it cannot be guessed.
 * @property {string} number For people.
 * @property {string} placedAt
 * @property {Line[]} lines
 * @property {{ name: string, email: string, phone: string }} buyer
 * @property {{ city: string, address: string, zip: string }} shipTo
 * @property {PaymentSeen[]} payments One for each session that the customer opened.
 * @property {string | null} paidBy The payment whose order is shipped.
 * @property {string} [rejection] The reason why Qist rejected the session.
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
    // The last line may be incomplete after a crash. An earlier line has the order.
  }
}

// Writes each order once to a new file, which replaces the old one.
function rewrite() {
  const fresh = openSync(`${file}.new`, 'w')
  for (const order of orders.values()) writeSync(fresh, `${JSON.stringify(order)}\n`)
  fsyncSync(fresh)
  closeSync(fresh)
  renameSync(`${file}.new`, file)
}

/** Saves the current order. It survives a crash of the shop once this returns. @param {Order} order */
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
 * Runs work on one order after the earlier work: of two simultaneous notifications, the second sees the result of the
 * first.
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
