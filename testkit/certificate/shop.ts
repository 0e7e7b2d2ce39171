import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { ScenarioName } from '../../src/rehearsal/certificate/facts.ts'
import { checkoutBody, newBuyer } from '../shop.ts'
import { ApiClient } from './api-client.ts'
import { isDocumented } from './documented.ts'
import type { Flaw } from './flaws.ts'
import type { Habit } from './habits.ts'
import { prices, type ShopCurrency } from './prices.ts'
import { mostPolls, type Order, pollMs, Shipping } from './shipping.ts'

export interface ShopOptions {
  readonly url: string
  /** The service's address in the other region. */
  readonly otherUrl: string
  readonly secretKey: string
  readonly merchantCode: string
  /** The shop's address. */
  readonly ownUrl: string
  /** The signing secret of its store. */
  readonly signingSecret: string
  readonly currency: ShopCurrency
  readonly flaw?: Flaw | undefined
  readonly habit?: Habit | undefined
}

interface Notification {
  readonly id: string
  readonly status: string
}

const header = { title: 'X-Shop-Secret', value: 'told-to-nobody-else' }
/** Longer than most answers take, and shorter than what is late. */
const slowMs = 300

/**
 * A small shop as an integrator might write it: it knows the API's documents and not the sandbox. It has at most one
 * flaw, or one habit.
 */
export class OnlineShop {
  readonly #options: ShopOptions
  readonly #api: ApiClient
  readonly #elsewhere: ApiClient
  readonly #shipping: Shipping
  readonly #orders: Order[] = []
  readonly #receivedIds = new Set<string>()
  /** Notifications whose work has not ended, by their ids. */
  readonly #stored = new Map<string, Notification>()
  /** Aborted when the shop is restarted. */
  #life = new AbortController()
  readonly #tasks = new Set<Promise<void>>()

  constructor(options: ShopOptions) {
    this.#options = options
    const { url, otherUrl, secretKey, flaw, habit } = options
    const life = (): AbortSignal => this.#life.signal
    this.#api = new ApiClient({ url, secretKey, flaw, life })
    this.#elsewhere = new ApiClient({ url: otherUrl, secretKey, flaw, life })
    this.#shipping = new Shipping(this.#api, { flaw, habit, prices: prices[options.currency] })
  }

  get #flaw(): Flaw | undefined {
    return this.#options.flaw
  }

  get #polls(): boolean {
    return this.#flaw === 'hasNoWebhook' || this.#options.habit === 'polls'
  }

  async register(): Promise<void> {
    if (this.#polls) return
    const url = `${this.#options.ownUrl}/hook`
    const answer = await this.#api.call('POST', '/api/v1/webhooks', () => ({ url, header }))
    if (answer?.status !== 200) throw new Error(`no webhook: ${JSON.stringify(answer)}`)
  }

  /** A customer orders and is sent to pay. */
  async order(scenario: ScenarioName): Promise<void> {
    const number = `${this.#orders.length + 1001}`
    const order: Order = { number, scenario, payments: [], over: new Set() }
    this.#orders.push(order)
    // A customer who has left the page starts again.
    const sessions = scenario === 'abandoned' ? 2 : 1
    for (let session = 0; session < sessions; session += 1) await this.#openSession(order)
  }

  async #openSession(order: Order): Promise<void> {
    const { merchantCode, ownUrl, currency } = this.#options
    const paying = { buyer: newBuyer(), order: { reference_id: order.number, items: [] } }
    const merchant_urls = { success: `${ownUrl}/paid`, cancel: `${ownUrl}/left`, failure: `${ownUrl}/left` }
    const body = checkoutBody(merchantCode, currency, prices[currency].whole, paying, { merchant_urls })
    const answer = await this.#api.call('POST', '/api/v2/checkout', () => body)
    if (answer?.status !== 200) throw new Error(`no session: ${JSON.stringify(answer)}`)
    const { id } = answer.body.payment
    order.payments.push(id)
    if (answer.body.status !== 'rejected') {
      if (this.#polls) this.#begin(this.#poll(order, id))
    } else if (this.#flaw === 'takesRejectedForPaid') this.#begin(this.#shipping.ship(order, id))
    else order.over.add(id)
    if (this.#flaw === 'sendsRejectedLink' && answer.body.status === 'rejected')
      await this.#api.call('POST', `/api/v2/checkout/${answer.body.id}/send_hpp_link`)
  }

  async #poll(order: Order, id: string): Promise<void> {
    for (let polls = 0; polls < mostPolls && order.paidBy === undefined && !order.over.has(id); polls += 1) {
      await pause(pollMs)
      await this.#settle(order, id)
    }
  }

  /** The webhook: stores first, then answers, and works afterwards. */
  async receive(headers: IncomingHttpHeaders, text: string): Promise<number> {
    if (this.#options.habit === 'isSlow') await pause(slowMs)
    if (!this.#isGenuine(headers, text)) return 401
    const notification = JSON.parse(text)
    if (this.#flaw === 'chokesOnUnknownMembers' && !isDocumented(notification)) return 500
    const webhookId = String(headers['webhook-id'])
    this.#stored.set(webhookId, notification)
    this.#begin(this.#notified(webhookId, notification))
    return this.#flaw === 'answersAccepted' ? 202 : 200
  }

  #isGenuine(headers: IncomingHttpHeaders, text: string): boolean {
    if (this.#flaw !== 'believesForgeries' && headers[header.title.toLowerCase()] !== header.value) return false
    if (this.#flaw === 'checksNoSignature') return true
    try {
      new Webhook(this.#options.signingSecret).verify(text, headers as Record<string, string>)
      return true
    } catch {
      return false
    }
  }

  /** Its process is killed, and started again at once. */
  restart(): void {
    this.#life.abort()
    this.#life = new AbortController()
    if (this.#flaw === 'forgetsInCrash') return
    for (const [webhookId, notification] of this.#stored) {
      this.#receivedIds.delete(webhookId)
      this.#begin(this.#notified(webhookId, notification))
    }
  }

  async #notified(webhookId: string, notification: Notification): Promise<void> {
    const isForgetful = this.#flaw === 'takesAnotherReferencePerNotice'
    if (this.#receivedIds.has(webhookId) && !isForgetful) return
    this.#receivedIds.add(webhookId)
    await this.#work(notification)
    this.#stored.delete(webhookId)
  }

  async #work({ id, status }: Notification): Promise<void> {
    const order = this.#orders.find(({ payments }) => payments.includes(id))
    if (order === undefined) return
    const shownStatus = this.#flaw === 'knowsOneCase' ? status : status.toUpperCase()
    if (shownStatus === 'AUTHORIZED') await this.#authorized(order, id)
    if (shownStatus === 'CLOSED' && this.#flaw !== 'capturesClosed') order.over.add(id)
    if (shownStatus === 'EXPIRED' || shownStatus === 'REJECTED') await this.#ended(order, id)
  }

  async #authorized(order: Order, id: string): Promise<void> {
    if (this.#flaw !== 'readsNothing') return this.#settle(order, id, this.#flaw === 'believesForgeries')
    if (order.paidBy === undefined && !order.over.has(id)) await this.#shipping.ship(order, id)
  }

  async #ended(order: Order, id: string): Promise<void> {
    if (this.#flaw === 'capturesEnded') return this.#shipping.ship(order, id)
    order.over.add(id)
    if (this.#flaw !== 'letsExpiryUndo' || order.paidBy === undefined) return
    await this.#shipping.undo(order, order.paidBy)
  }

  /** The customer returns to the success address. */
  returned(id: string): void {
    const order = this.#orders.find(({ payments }) => payments.includes(id))
    if (order === undefined || this.#flaw === 'dependsOnNotices') return
    this.#begin(this.#settle(order, id, this.#flaw === 'believesRedirects'))
  }

  /** Returns the page of the order, to which the success address leads. */
  page(id: string): string {
    const order = this.#orders.find(({ payments }) => payments.includes(id))
    return `<h1>Thank you</h1><p>Order ${order?.number} ${this.#flaw === 'saysPaidAfterRedirects' ? 'is paid' : 'is being looked at'}.</p>`
  }

  /** Ships an order that is read as paid, once. */
  async #settle(order: Order, id: string, isBelieved = false): Promise<void> {
    const isOpen = (): boolean => order.paidBy === undefined && !order.over.has(id)
    const isForgetful = this.#flaw === 'takesAnotherReferencePerNotice'
    if (!isOpen() && !isForgetful) return
    if (this.#flaw === 'callsOtherRegion') await this.#elsewhere.call('GET', `/api/v2/payments/${id}`)
    const read = await this.#api.call('GET', `/api/v2/payments/${id}`)
    const status = read?.body.status
    const isPayable = status === 'AUTHORIZED' || (status === 'CLOSED' && this.#flaw === 'capturesClosed') || isBelieved
    if (['EXPIRED', 'REJECTED'].includes(status)) order.over.add(id)
    if (!isPayable || (!isOpen() && !isForgetful)) return
    await this.#shipping.ship(order, id)
  }

  #begin(work: Promise<void>): void {
    const done = work.catch(() => undefined).then(() => void this.#tasks.delete(done))
    this.#tasks.add(done)
  }

  /** Waits until all work is finished. */
  async idle(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks)
  }
}
