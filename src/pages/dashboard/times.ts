import { instantOf, isDate, localTimeOf, timeZoneOf } from '../../money/plans/local-time.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { firstInstant, type Instant } from '../../platform/base/times.ts'
import { nowFor } from '../../platform/merchants/caller.ts'
import { listStores } from '../../platform/merchants/stores/stores.ts'
import { zoneNames } from '../../platform/ui/words/markets.ts'
import type { Visit } from './page.ts'
import type { DashboardWords } from './words/words.ts'

/** Returns a moment in the time zone of the stores with this currency. */
export function momentAt(words: DashboardWords, at: Instant, currency: Currency): string {
  return words.moment(at, timeZoneOf(currency))
}

/** Returns a moment to the second, for what follows another within a minute. */
export function exactMomentAt(words: DashboardWords, at: Instant, currency: Currency): string {
  return words.exactMoment(at, timeZoneOf(currency))
}

/**
 * The clock by which a page's times are: the shop's, which a sandbox can advance, or the system's. `both`: events are by
 * the shop's, and deliveries of them by the system's.
 */
type PageClock = 'shop' | 'real' | 'both'

/**
 * Returns the sentences below a page that name the time zone of its times. If the shop's clock was advanced, they also
 * say by which clock the times are, and what both clocks show.
 */
export function clockNoteOf(visit: Visit, currency: Currency, clock: PageClock = 'shop'): string {
  const { words, app, actor } = visit
  const { texts, lang } = words
  const zone = texts.timesIn(zoneNames[lang][currency])
  if (actor.clockOffsetMs === 0) return zone
  const exact = (at: Instant): string => exactMomentAt(words, at, currency)
  return `${zone} ${texts.byClock[clock](exact(nowFor(app, actor)), exact(app.clock.now()))}`
}

/** Formats and parses times in the zone of the merchant's default store. */
export interface StoreTimes {
  readonly currency: Currency
  moment(at: Instant): string
  /** Returns the moment to the second. */
  exactMoment(at: Instant): string
  /** Returns the value of a form's field: `2026-03-01T14:05`. */
  typed(at: Instant): string
  /** Returns the typed time, or undefined. */
  parse(text: string): Instant | undefined
}

/** Returns the times of the visit's merchant. */
export async function storeTimesOf({ app, session, words }: Visit): Promise<StoreTimes> {
  const [first] = await listStores(app, session.merchantId)
  const currency = first?.currency ?? 'AED'
  return {
    currency,
    moment: (at) => momentAt(words, at, currency),
    exactMoment: (at) => exactMomentAt(words, at, currency),
    typed: (at) => localTimeOf(at, currency).slice(0, 16),
    parse(text) {
      const [date = '', time = ''] = text.split('T')
      if (!isDate(date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined
      const at = instantOf(text, currency)
      return at < firstInstant ? undefined : at
    },
  }
}
