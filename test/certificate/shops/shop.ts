import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { ScenarioName } from '../../../src/rehearsal/certificate/facts.ts'
import { checkoutBody, newBuyer } from '../../../testkit/shop.ts'
import { ApiClient } from './api-client.ts'
import { isDocumented } from './documented.ts'
import type { Flaw } from './flaws.ts'

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
  readonly flaw?: Flaw | undefined
  /** Reads the payment before it retries. */
  readonly isCautious?: boolean
}

/** A customer's order with all payments that were started for it. */
interface Order {
  readonly number: string
  readonly scenario: ScenarioName
  readonly payments: string[]
  /** The payment on which it ships; none until one is read as authorized. */
  paidBy?: string
  /** Finished payments. */
  readonly over: Set<string>
}

const amount = '340.00'
const header = { title: 'X-Shop-Secret', value: 'told-to-nobody-else' }
const pollMs = 100
const mostPolls = 20

/**
 * A small shop as an integrator might write it: it knows the API's documents and not the sandbox. It has no flaw, or
 * one.
 */
export class OnlineShop {
  readonly #options: ShopOptions
  readonly #api: ApiClient
  readonly #elsewhere: ApiClient
  readonly #orders: Order[] = []
  readonly #receivedIds = new Set<string>()
  readonly #work = new Set<Promise<void>>()

  constructor(options: ShopOptions) {
    this.#options = options
    const { url, otherUrl, secretKey, flaw } = options
    this.#api = new ApiClient({ url, secretKey, flaw })
    this.#elsewhere = new ApiClient({ url: otherUrl, secretKey, flaw })
  }

  get #flaw(): Flaw | undefined {
    return this.#options.flaw
  }

  async register(): Promise<void> {
    if (this.#flaw === 'hasNoWebhook') return
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
    const { merchantCode, ownUrl } = this.#options
    const paying = { buyer: newBuyer(), order: { reference_id: order.number, items: [] } }
    const merchant_urls = { success: `${ownUrl}/paid`, cancel: `${ownUrl}/left`, failure: `${ownUrl}/left` }
    const body = checkoutBody(merchantCode, 'AED', amount, paying, { merchant_urls })
    const answer = await this.#api.call('POST', '/api/v2/checkout', () => body)
    if (answer?.status !== 200) throw new Error(`no session: ${JSON.stringify(answer)}`)
    const { id } = answer.body.payment
    order.payments.push(id)
    if (answer.body.status !== 'rejected') {
      if (this.#flaw === 'hasNoWebhook') this.#begin(this.#poll(order, id))
    } else if (this.#flaw === 'takesRejectedForPaid') this.#begin(this.#ship(order, id))
    else order.over.add(id)
  }

  async #poll(order: Order, id: string): Promise<void> {
    for (let polls = 0; polls < mostPolls && order.paidBy === undefined && !order.over.has(id); polls += 1) {
      await pause(pollMs)
      await this.#settle(order, id)
    }
  }

  /** The webhook: answers first and works afterwards. */
  receive(headers: IncomingHttpHeaders, text: string): number {
    if (!this.#isGenuine(headers, text)) return 401
    const notification = JSON.parse(text)
    if (this.#flaw === 'chokesOnUnknownMembers' && !isDocumented(notification)) return 500
    this.#begin(this.#notified(String(headers['webhook-id']), notification))
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

  async #notified(notification: string, { id, status }: { id: string; status: string }): Promise<void> {
    const order = this.#orders.find(({ payments }) => payments.includes(id))
    if (order === undefined) return
    const isForgetful = this.#flaw === 'takesAnotherReferencePerNotice'
    if (this.#receivedIds.has(notification) && !isForgetful) return
    this.#receivedIds.add(notification)
    const shownStatus = this.#flaw === 'knowsOneCase' ? status : status.toUpperCase()
    if (shownStatus === 'AUTHORIZED') await this.#authorized(order, id)
    if (shownStatus === 'CLOSED' && this.#flaw !== 'capturesClosed') order.over.add(id)
    if (shownStatus === 'EXPIRED' || shownStatus === 'REJECTED') await this.#ended(order, id)
  }

  async #authorized(order: Order, id: string): Promise<void> {
    if (this.#flaw !== 'readsNothing') return this.#settle(order, id, this.#flaw === 'believesForgeries')
    if (order.paidBy === undefined && !order.over.has(id)) await this.#ship(order, id)
  }

  async #ended(order: Order, id: string): Promise<void> {
    if (this.#flaw === 'capturesEnded') return this.#ship(order, id)
    order.over.add(id)
    if (this.#flaw !== 'letsExpiryUndo' || order.paidBy === undefined) return
    const refund = { amount, reference_id: `${order.number}-back`, reason: 'expired' }
    await this.#api.call('POST', `/api/v2/payments/${order.paidBy}/refunds`, () => refund)
  }

  /** The customer returns to the success address. */
  returned(id: string): void {
    const order = this.#orders.find(({ payments }) => payments.includes(id))
    if (order === undefined || this.#flaw === 'dependsOnNotices') return
    this.#begin(this.#settle(order, id, this.#flaw === 'believesRedirects'))
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
    await this.#ship(order, id)
  }

  async #ship(order: Order, id: string): Promise<void> {
    order.paidBy = id
    const { flaw } = this.#options
    if (flaw === 'capturesNothing') return
    // With this flaw two workers pack the same order at once.
    if (flaw === 'takesAnotherReferencePerNotice') await pause(2 * pollMs)
    if (flaw === 'readsFirstPages' || order.scenario === 'lost-answer') await this.#books()
    if (flaw === 'usesOneReferenceForAll') {
      await this.#capture(id, `${order.number}-all`, '100.00')
      await this.#capture(id, `${order.number}-all`, '240.00')
    } else if (order.scenario !== 'parts') await this.#capture(id, this.#referenceOf(order), amount)
    else await this.#shipPart(order, id)
    if (order.scenario === 'disputed') await this.#takeBack(order, id)
  }

  // The customer complains to the shop and to Qist.
  async #takeBack({ number }: Order, id: string): Promise<void> {
    for (let polls = 0; polls < mostPolls && !(await this.#isDisputed(id)); polls += 1) await pause(pollMs)
    const refund = { amount: '50.00', reference_id: `${number}-back`, reason: 'torn' }
    await this.#api.call('POST', `/api/v2/payments/${id}/refunds`, () => refund)
  }

  async #isDisputed(id: string): Promise<boolean> {
    const page = await this.#api.call('GET', '/api/v1/disputes')
    return page?.body.disputes.some((dispute: { payment_id: string }) => dispute.payment_id === id)
  }

  // One of two items is sold out, and the other is returned.
  async #shipPart(order: Order, id: string): Promise<void> {
    const path = `/api/v2/payments/${id}`
    await this.#capture(id, `${order.number}-1`, '200.00')
    if (this.#flaw === 'leavesTheRest') return
    await this.#api.call('POST', `${path}/close`)
    await this.#api.call('POST', `${path}/refunds`, () => ({ amount: '50.00', reference_id: `${order.number}-back` }))
  }

  #referenceOf({ number }: Order): string {
    return this.#flaw === 'takesAnotherReferencePerNotice' ? `${number}-${Math.random()}` : `${number}-all`
  }

  async #capture(id: string, reference: string, captured: string): Promise<void> {
    let losses = 0
    const body = (last: unknown) => {
      if (last === 'lost') losses += 1
      const isOther = losses > 0 && this.#flaw === 'takesAnotherReferenceAfterLoss'
      if (this.#flaw === 'namesNoReference') return { amount: captured }
      return { amount: captured, reference_id: isOther ? `${reference}-${losses}` : reference }
    }
    const isDone = async (): Promise<boolean> => {
      if (!this.#options.isCautious) return false
      const read = await this.#api.call('GET', `/api/v2/payments/${id}`)
      return read?.body.captures.length > 0
    }
    await this.#api.call('POST', `/api/v2/payments/${id}/captures`, body, isDone)
  }

  /** Compares its books with the service's. */
  async #books(): Promise<void> {
    for (let offset = 0, total = 1; offset < total; offset += 1) {
      const page = await this.#api.call('GET', `/api/v2/payments?limit=1&offset=${offset}`)
      total = this.#flaw === 'readsFirstPages' ? 1 : (page?.body.pagination.total_count ?? 0)
    }
  }

  #begin(work: Promise<void>): void {
    const done = work.catch(() => undefined).then(() => void this.#work.delete(done))
    this.#work.add(done)
  }

  /** Waits until all work is finished. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work)
  }
}
