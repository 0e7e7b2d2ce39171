import { setTimeout as pause } from 'node:timers/promises'
import type { ScenarioName } from '../../src/rehearsal/certificate/facts.ts'
import type { ApiAnswer, ApiClient } from './api-client.ts'
import type { Flaw } from './flaws.ts'
import type { Habit } from './habits.ts'
import type { Prices } from './prices.ts'

/** A customer's order with all payments that were started for it. */
export interface Order {
  readonly number: string
  readonly scenario: ScenarioName
  readonly payments: string[]
  /** The payment on which it ships; none until one is read as authorized. */
  paidBy?: string
  /** Finished payments. */
  readonly over: Set<string>
}

export interface ShippingOptions {
  readonly flaw?: Flaw | undefined
  readonly habit?: Habit | undefined
  readonly prices: Prices
}

export const pollMs = 100
export const mostPolls = 20
/** Shorter than the silence that ends a scenario. */
const slowMs = 600

/** The part of a shop that ships orders, and captures and refunds their payments. */
export class Shipping {
  readonly #api: ApiClient
  readonly #options: ShippingOptions

  constructor(api: ApiClient, options: ShippingOptions) {
    this.#api = api
    this.#options = options
  }

  async ship(order: Order, id: string): Promise<void> {
    order.paidBy = id
    const { flaw, habit, prices } = this.#options
    if (flaw === 'capturesNothing') return
    // With this flaw two workers pack the same order at once.
    if (flaw === 'takesAnotherReferencePerNotice') await pause(2 * pollMs)
    if (habit === 'isSlow') await pause(slowMs)
    if (flaw === 'readsFirstPages' || order.scenario === 'lost-answer') await this.#books()
    const [one, other] = prices.halves
    if (flaw === 'usesOneReferenceForAll') {
      await this.#capture(id, `${order.number}-all`, one)
      await this.#capture(id, `${order.number}-all`, other)
    } else if (order.scenario === 'parts' || order.scenario === 'disputed') await this.#shipPart(order, id)
    else await this.#captureAll(order, id)
    const isGenerous = habit === 'givesGoodwill' || (order.scenario === 'abandoned' && flaw === undefined)
    if (isGenerous) await this.refund(order, id, prices.goodwill)
    if (order.scenario === 'disputed') await this.#takeBack(order, id)
  }

  /** Refunds the whole order. */
  async undo(order: Order, id: string): Promise<void> {
    await this.refund(order, id, this.#options.prices.whole)
  }

  async refund({ number }: Order, id: string, refunded: string): Promise<void> {
    const refund = { amount: refunded, reference_id: `${number}-back`, reason: 'torn' }
    await this.#api.call('POST', `/api/v2/payments/${id}/refunds`, () => refund)
  }

  async #captureAll(order: Order, id: string): Promise<void> {
    const { flaw, habit, prices } = this.#options
    const rounded = Number(prices.whole).toFixed(2)
    const reference = this.#referenceOf(order)
    if (habit === 'correctsItself') await this.#capture(id, reference, rounded)
    const wrong = { capturesTooMuch: prices.tooMuch, roundsAmounts: rounded }
    const captured = flaw !== undefined && flaw in wrong ? wrong[flaw as keyof typeof wrong] : prices.whole
    await this.#capture(id, reference, captured)
    if (habit === 'repeatsCaptures') await this.#capture(id, reference, captured)
  }

  // The customer complains to the shop and to Qist.
  async #takeBack(order: Order, id: string): Promise<void> {
    const list = async () => JSON.stringify((await this.#api.call('GET', '/api/v1/disputes'))?.body.disputes)
    for (let polls = 0; polls < mostPolls && !(await list()).includes(id); polls += 1) await pause(pollMs)
    await this.refund(order, id, this.#options.prices.back)
  }

  // One of two items turns out to be sold out. In `parts` the other is returned.
  async #shipPart(order: Order, id: string): Promise<void> {
    const { flaw, prices } = this.#options
    await this.#capture(id, `${order.number}-1`, prices.part)
    if (flaw === 'leavesTheRest') return
    await pause(3 * pollMs)
    await this.#api.call('POST', `/api/v2/payments/${id}/close`)
    if (order.scenario === 'parts') await this.refund(order, id, prices.back)
  }

  #referenceOf({ number }: Order): string {
    return this.#options.flaw === 'takesAnotherReferencePerNotice' ? `${number}-${Math.random()}` : `${number}-all`
  }

  async #capture(id: string, reference: string, captured: string): Promise<ApiAnswer | undefined> {
    const { flaw, habit } = this.#options
    let losses = 0
    const body = (last: unknown) => {
      if (last === 'lost') losses += 1
      const isOther = losses > 0 && flaw === 'takesAnotherReferenceAfterLoss'
      if (flaw === 'namesNoReference') return { amount: captured }
      return { amount: captured, reference_id: isOther ? `${reference}-${losses}` : reference }
    }
    const isDone = async (): Promise<boolean> => {
      if (habit !== 'readsBeforeRetries') return false
      const read = await this.#api.call('GET', `/api/v2/payments/${id}`)
      return read?.body.captures.length > 0
    }
    return this.#api.call('POST', `/api/v2/payments/${id}/captures`, body, isDone)
  }

  /** Compares its books with the service's. */
  async #books(): Promise<void> {
    for (let offset = 0, total = 1; offset < total; offset += 1) {
      const page = await this.#api.call('GET', `/api/v2/payments?limit=1&offset=${offset}`)
      total = this.#options.flaw === 'readsFirstPages' ? 1 : (page?.body.pagination.total_count ?? 0)
    }
  }
}
