import { day, type Instant } from '../../platform/base/times.ts'

/** A browser that has paid with a saved card. */
export interface CardBrowser {
  /** The SHA-256 of its cookie, in hexadecimal digits. */
  readonly hash: string
  /** When it paid last, in milliseconds by the merchant's clock. */
  readonly paidAt: Instant
}

export const cardBrowserRules = {
  /** The browsers that are remembered for one card, those that paid last. */
  most: 10,
  /** How long a browser is remembered after it paid. */
  rememberedMs: 180 * day,
} as const

/** Returns the browsers of a card after this one has paid with it, newest first. */
export function rememberBrowser(known: readonly CardBrowser[], hash: Buffer, now: Instant): readonly CardBrowser[] {
  const browser = { hash: hash.toString('hex'), paidAt: now }
  const others = known.filter((other) => other.hash !== browser.hash && isRemembered(other, now))
  return [browser, ...others].slice(0, cardBrowserRules.most)
}

/** Whether the browser has paid with the card, not too long ago. */
export function hasPaid(known: readonly CardBrowser[], hash: Buffer, now: Instant): boolean {
  return known.some((browser) => browser.hash === hash.toString('hex') && isRemembered(browser, now))
}

function isRemembered({ paidAt }: CardBrowser, now: Instant): boolean {
  return now < paidAt + cardBrowserRules.rememberedMs
}
