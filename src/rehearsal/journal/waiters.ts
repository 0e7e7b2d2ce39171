import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import { tooManyRequests } from '../../platform/base/refusals.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import type { JournalPosition } from './journals.ts'
import { findNews } from './store/reading.ts'

/** Limits of waiting calls in this process: in total, and per merchant. */
const maxWaiters = 500
const maxOfMerchant = 20

/** Entries of other processes are found within this time. */
const pollMs = 40

interface Waiter {
  readonly key: MerchantMode
  readonly place: JournalPosition
  resolve(): void
}

/**
 * Calls of this process that wait for journal entries. One statement checks for all of them, and none runs while no
 * call waits.
 */
export class Waiters {
  readonly #app: App
  readonly #waiting = new Set<Waiter>()
  #isPolling = false
  #woken = Promise.withResolvers<void>()

  constructor(app: App) {
    this.#app = app
  }

  /**
   * Waits until there may be an entry after this position, for at most `ms` or until `signal` aborts. Refuses with 429
   * when too many calls already wait.
   */
  async waitForNews(key: MerchantMode, place: JournalPosition, ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    if (this.count >= maxWaiters || this.countOf(key.merchantId) >= maxOfMerchant) throw tooManyRequests(1)
    const news = Promise.withResolvers<void>()
    const waiter: Waiter = { key, place, resolve: news.resolve }
    const end = (): void => news.resolve()
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    this.#waiting.add(waiter)
    if (!this.#isPolling) void this.#poll()
    await news.promise
    this.#waiting.delete(waiter)
    signal.removeEventListener('abort', end)
    clearTimeout(timer)
  }

  /** Checks at once, because this process has written an entry. */
  wake(): void {
    this.#woken.resolve()
  }

  get count(): number {
    return this.#waiting.size
  }

  countOf(merchantId: MerchantId): number {
    return [...this.#waiting].filter(({ key }) => key.merchantId === merchantId).length
  }

  async #poll(): Promise<void> {
    this.#isPolling = true
    while (this.#waiting.size > 0) {
      await this.#pollOnce().catch((error: unknown) => {
        this.#app.log.error({ err: error }, 'could not look for journal entries')
      })
      const timer = setTimeout(this.#woken.resolve, pollMs)
      await this.#woken.promise
      clearTimeout(timer)
      this.#woken = Promise.withResolvers()
    }
    this.#isPolling = false
  }

  async #pollOnce(): Promise<void> {
    const waiters = [...this.#waiting]
    const waiting = waiters.map(({ key, place }, waiter) => ({
      waiter,
      merchant_id: key.merchantId,
      is_test: key.isTest,
      name: place.name,
      number: BigInt(place.number),
    }))
    for (const { waiter } of await this.#app.db.run(findNews, { waiting })) waiters[waiter]?.resolve()
  }
}

const waitersByApp = new WeakMap<App, Waiters>()

/** Returns the waiters of this process. */
export function waitersOf(app: App): Waiters {
  const waiters = waitersByApp.get(app) ?? new Waiters(app)
  waitersByApp.set(app, waiters)
  return waiters
}
