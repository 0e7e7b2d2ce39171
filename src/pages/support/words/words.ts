import { timeZoneOf } from '../../../money/plans/local-time.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { backOfficeAr, backOfficeEn } from '../../../platform/ui/back-office/words.ts'
import { zoneNames } from '../../../platform/ui/words/markets.ts'
import { type Words, wordsWith } from '../../../platform/ui/words/words.ts'
import { storePlansAr, storePlansEn } from '../../back-office/store-plans.ts'
import { activityAr, activityEn } from '../activity/words.ts'
import { claimsAr, claimsEn } from '../claims/words.ts'
import { customersAr, customersEn } from '../customers/words.ts'
import { disputesAr } from '../disputes/words/ar.ts'
import { disputesEn } from '../disputes/words/en.ts'
import { plansAr, plansEn } from '../merchants/plan-words.ts'
import { merchantsAr, merchantsEn } from '../merchants/words.ts'
import { paymentsAr } from '../payments/words/ar.ts'
import { paymentsEn } from '../payments/words/en.ts'
import { queueAr, queueEn } from '../queue/words.ts'
import { consoleAr, consoleEn, personalAr, personalEn, searchAr, searchEn } from './console.ts'

export const en = {
  ...{
    ...backOfficeEn,
    ...claimsEn,
    ...queueEn,
    ...disputesEn,
    ...paymentsEn,
    ...customersEn,
    ...merchantsEn,
    ...plansEn,
    ...storePlansEn,
  },
  ...{ ...activityEn, ...searchEn, ...personalEn, ...consoleEn },
}

/** The texts of the console. A language with a missing text does not compile. */
export type Texts = typeof en

export const ar: Texts = {
  ...{
    ...backOfficeAr,
    ...claimsAr,
    ...queueAr,
    ...disputesAr,
    ...paymentsAr,
    ...customersAr,
    ...merchantsAr,
    ...plansAr,
    ...storePlansAr,
  },
  ...{ ...activityAr, ...searchAr, ...personalAr, ...consoleAr },
}

/** Texts and formats of the console in one language. */
export type SupportWords = Words<Texts>

/** Returns the words of the console by language and country. */
export const wordsFor: (lang: 'en' | 'ar', country: string) => SupportWords = wordsWith<Texts>({ en, ar })

/** Returns a moment in the time zone of the currency's stores, with the zone's name: a list may mix several zones. */
export function momentAt(words: SupportWords, at: Instant, currency: Currency): string {
  return words.texts.momentIn(words.moment(at, timeZoneOf(currency)), zoneNames[words.lang][currency])
}

/** Returns a moment to the second, for what follows another within a minute. */
export function exactMomentAt(words: SupportWords, at: Instant, currency: Currency): string {
  return words.texts.momentIn(words.exactMoment(at, timeZoneOf(currency)), zoneNames[words.lang][currency])
}

/** Returns a moment in UTC, for objects that belong to no store. */
export function momentInUtc(words: SupportWords, at: Instant): string {
  return words.texts.momentIn(words.moment(at, 'UTC'), 'UTC')
}

/** Returns a moment in UTC to the second. */
export function exactMomentInUtc(words: SupportWords, at: Instant): string {
  return words.texts.momentIn(words.exactMoment(at, 'UTC'), 'UTC')
}
