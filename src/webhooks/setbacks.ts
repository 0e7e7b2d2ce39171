import { minute, second } from '../base/times.ts'

const firstMs = second
const longestMs = 5 * minute
/** Of so many webhooks it is remembered that something of ours stands in the way of their deliveries. */
const mostRemembered = 10_000

/**
 * Remembers for which webhooks this process could not send for a reason of its own, so that their deliveries wait ever longer, up
 * to five minutes, and cost the others nothing. No such failure counts as an attempt.
 */
export class Setbacks {
  readonly #known = new Map<string, { delayMs: number; until: number }>()

  /** For how many milliseconds deliveries to this webhook are to wait; undefined when nothing stands in the way. */
  waitMs(webhookId: string, now: number): number | undefined {
    const found = this.#known.get(webhookId)
    return found === undefined || found.until <= now ? undefined : found.until - now
  }

  /** It could not be sent. Answers for how many milliseconds to wait: twice as long as the last time. */
  add(webhookId: string, now: number): number {
    const found = this.#known.get(webhookId)
    // Several that were under way at once are one setback.
    if (found !== undefined && found.until > now) return found.until - now
    const delayMs = Math.min(longestMs, found === undefined ? firstMs : found.delayMs * 2)
    this.#known.delete(webhookId)
    this.#known.set(webhookId, { delayMs, until: now + delayMs })
    const [oldest] = this.#known.keys()
    if (this.#known.size > mostRemembered && oldest !== undefined) this.#known.delete(oldest)
    return delayMs
  }

  /** Something was sent: nothing stands in the way any more. */
  clear(webhookId: string): void {
    this.#known.delete(webhookId)
  }
}
