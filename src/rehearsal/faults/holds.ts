import type { ServerResponse } from 'node:http'

/** So many requests of a merchant, and of all, one server keeps waiting at once. */
interface HoldLimits {
  readonly maxOfMerchant: number
  readonly maxInTotal: number
}

const usualLimits: HoldLimits = { maxOfMerchant: 100, maxInTotal: 1_000 }

interface Hold {
  readonly merchantId: string
  release(): void
}

/** Requests that faults keep waiting. */
export class Holds {
  readonly #limits: HoldLimits
  // A set keeps the order of insertion: the first has waited longest.
  readonly #holds = new Set<Hold>()
  #isClosed = false

  constructor(limits = usualLimits) {
    this.#limits = limits
  }

  /**
   * Resolves after so many milliseconds. Sooner when its client has gone, when the server stops, or, for the one that has waited longest,
   * when too many wait.
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

  /** Keeps nobody waiting any more. */
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
