import { isDate, timeZones } from '../../money/plans/local-time.ts'
import type { Currency } from '../../platform/base/money.ts'
import { firstInstant, type Instant } from '../../platform/base/times.ts'
import { listStores } from '../../platform/merchants/stores/stores.ts'
import type { Visit } from './page.ts'
import type { DashboardWords } from './words/words.ts'

/** A moment at the stores of this currency. */
export function momentAt(words: DashboardWords, at: Instant, currency: Currency): string {
  return words.moment(at, timeZones[currency].name)
}

/** Whose times stand on a page. */
export function zoneNoteOf({ texts }: DashboardWords, currency: Currency): string {
  return texts.timesIn({ AED: texts.zoneDubai, SAR: texts.zoneRiyadh, KWD: texts.zoneKuwait }[currency])
}

/** How times are told and typed: in the zone of the merchant's default store. */
export interface StoreTimes {
  readonly currency: Currency
  /** Says whose times they are, for where they stand. */
  readonly zoneNote: string
  moment(at: Instant): string
  /** As fields of a form have it: `2026-03-01T14:05`. */
  typed(at: Instant): string
  /** What was typed so; undefined where it is no time. */
  parse(text: string): Instant | undefined
}

/** The times of the merchant whose pages these are. */
export async function storeTimesOf({ app, session, words }: Visit): Promise<StoreTimes> {
  const [first] = await listStores(app, session.merchantId)
  const currency = first?.currency ?? 'AED'
  const { aheadMs } = timeZones[currency]
  return {
    currency,
    zoneNote: zoneNoteOf(words, currency),
    moment: (at) => momentAt(words, at, currency),
    typed: (at) => new Date(at + aheadMs).toISOString().slice(0, 16),
    parse(text) {
      const [date = '', time = ''] = text.split('T')
      if (!isDate(date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined
      const at = Date.parse(`${text}:00Z`) - aheadMs
      return at < firstInstant ? undefined : at
    },
  }
}
