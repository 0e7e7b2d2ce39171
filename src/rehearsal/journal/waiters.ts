import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import { tooManyRequests } from '../../platform/base/refusals.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import type { JournalPosition } from './journals.ts'
import { findNews } from './store/reading.ts'

/** So many wait in this process at most, and so many of them for one merchant. */
const maxWaiters = 500
const maxOfMerchant = 20

/** What other processes write is seen within so long. */
const pollMs = 40

interface Waiter {
  readonly key: MerchantMode
  readonly place: JournalPosition
  resolve(): void
}

/** Who waits in this process for something to happen. One statement looks for all of them, and none while nobody waits. */
export class Waiters {
  readonly #app: App
  readonly #waiting = new Set<Waiter>()
  #isLooking = false
  #woken = Promise.withResolvers<void>()

  constructor(app: App) {
    this.#app = app
  }

  /**
   * Waits until there may be something after this place, for so many milliseconds or until the signal. Refuses with 429 when too many
   * wait already.
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
    if (!this.#isLooking) void this.#look()
    await news.promise
    this.#waiting.delete(waiter)
    signal.removeEventListener('abort', end)
    clearTimeout(timer)
  }

  /** Something was written in this process: it is looked for at once. */
  wake(): void {
    this.#woken.resolve()
  }

  get count(): number {
    return this.#waiting.size
  }

  countOf(merchantId: MerchantId): number {
    return [...this.#waiting].filter(({ key }) => key.merchantId === merchantId).length
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    while (this.#waiting.size > 0) {
      await this.#lookOnce().catch((error: unknown) => {
        this.#app.log.error({ err: error }, 'could not look for journal entries')
      })
      const timer = setTimeout(this.#woken.resolve, pollMs)
      await this.#woken.promise
      clearTimeout(timer)
      this.#woken = Promise.withResolvers()
    }
    this.#isLooking = false
  }

  async #lookOnce(): Promise<void> {
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

/** Those of this process. */
export function waitersOf(app: App): Waiters {
  const waiters = waitersByApp.get(app) ?? new Waiters(app)
  waitersByApp.set(app, waiters)
  return waiters
}
