import { timeZones } from '../../money/plans/local-time.ts'
import type { Currency } from '../../platform/base/money.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { DashboardWords } from './words/words.ts'

/** A moment at the stores of this currency. */
export function momentAt(words: DashboardWords, at: Instant, currency: Currency): string {
  return words.moment(at, timeZones[currency].name)
}

/** Whose times stand on a page. */
export function sayZone({ texts }: DashboardWords, currency: Currency): string {
  return texts.timesIn({ AED: texts.zoneDubai, SAR: texts.zoneRiyadh, KWD: texts.zoneKuwait }[currency])
}
