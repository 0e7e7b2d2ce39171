import { timeZones } from '../../money/plans/local-time.ts'
import type { Currency } from '../../platform/base/money.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { SupportWords } from './words/words.ts'

/** A moment at a store of this currency. Stores of several time zones stand in one list, so each time says whose it is. */
export function momentAt(words: SupportWords, at: Instant, currency: Currency): string {
  return words.texts.momentIn(words.moment(at, timeZones[currency].name), words.texts.zones[currency])
}

/** A moment of what is no store's. */
export function momentOfMachine(words: SupportWords, at: Instant): string {
  return words.texts.momentIn(words.moment(at, 'UTC'), 'UTC')
}
