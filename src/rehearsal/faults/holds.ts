import type { ServerResponse } from 'node:http'

/** Limits of held requests in one server: per merchant, and in total. */
interface HoldLimits {
  readonly maxOfMerchant: number
  readonly maxInTotal: number
}

const usualLimits: HoldLimits = { maxOfMerchant: 100, maxInTotal: 1_000 }

interface Hold {
  readonly merchantId: string
  release(): void
}

/** Requests that fault rules hold. */
export class Holds {
  readonly #limits: HoldLimits
  // A set keeps the order of insertion: the first has waited longest.
  readonly #holds = new Set<Hold>()
  #isClosed = false

  constructor(limits = usualLimits) {
    this.#limits = limits
  }

  /**
   * Resolves after `ms`, or earlier if the client disconnects or the server stops. Over the limit, the request that has
   * waited longest is released.
   */
  wait(merchantId: string, response: ServerResponse, ms: number): Promise<void> {
    if (this.#isClosed || response.destroyed) return Promise.resolve()
    return new Promise((resolve) => {
      const hold: Hold = {
        merchantId,
        release: () => {
          clearTimeout(timer)
          response.off('close', hold.release)
          this.#holds.delete(hold)
          resolve()
        },
      }
      const timer = setTimeout(hold.release, ms)
      response.once('close', hold.release)
      this.#holds.add(hold)
      this.#makeRoom(merchantId)
    })
  }

  /** Releases all held requests and holds no more. */
  close(): void {
    this.#isClosed = true
    for (const hold of [...this.#holds]) hold.release()
  }

  #makeRoom(merchantId: string): void {
    const ofMerchant = [...this.#holds].filter((hold) => hold.merchantId === merchantId)
    if (ofMerchant.length > this.#limits.maxOfMerchant) ofMerchant[0]?.release()
    const [oldest] = this.#holds
    if (this.#holds.size > this.#limits.maxInTotal) oldest?.release()
  }
}
