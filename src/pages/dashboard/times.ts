import { instantOf, isDate, localTimeOf, timeZoneOf } from '../../money/plans/local-time.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { firstInstant, type Instant } from '../../platform/base/times.ts'
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

/** Returns the sentence that names a page's time zone. */
export function zoneNoteOf({ texts, lang }: DashboardWords, currency: Currency): string {
  return texts.timesIn(zoneNames[lang][currency])
}

/** Formats and parses times in the zone of the merchant's default store. */
export interface StoreTimes {
  readonly currency: Currency
  /** The sentence that names the time zone. */
  readonly zoneNote: string
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
    zoneNote: zoneNoteOf(words, currency),
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
