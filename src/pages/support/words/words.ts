import { timeZones } from '../../../money/plans/local-time.ts'
import type { Currency } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { backOfficeAr, backOfficeEn } from '../../../platform/ui/back-office/words.ts'
import { type Words, wordsWith } from '../../../platform/ui/words/words.ts'
import { activityAr, activityEn } from '../activity/words.ts'
import { customersAr, customersEn } from '../customers/words.ts'
import { disputesAr, disputesEn } from '../disputes/words.ts'
import { merchantsAr, merchantsEn } from '../merchants/words.ts'
import { paymentsAr } from '../payments/words/ar.ts'
import { paymentsEn } from '../payments/words/en.ts'
import { queueAr, queueEn } from '../queue/words.ts'
import { consoleAr, consoleEn, personalAr, personalEn, searchAr, searchEn } from './console.ts'

export const en = {
  ...{ ...backOfficeEn, ...queueEn, ...disputesEn, ...paymentsEn, ...customersEn, ...merchantsEn },
  ...{ ...activityEn, ...searchEn, ...personalEn, ...consoleEn },
}

/** What the console says. A language that lacks one does not compile. */
export type Texts = typeof en

export const ar: Texts = {
  ...{ ...backOfficeAr, ...queueAr, ...disputesAr, ...paymentsAr, ...customersAr, ...merchantsAr },
  ...{ ...activityAr, ...searchAr, ...personalAr, ...consoleAr },
}

/** How an agent reads. */
export type SupportWords = Words<Texts>

/** The words of the console in a language, as they are written in a country. */
export const wordsFor: (lang: 'en' | 'ar', country: string) => SupportWords = wordsWith<Texts>({ en, ar })

/** A moment at a store of this currency. Stores of several time zones stand in one list, so each time says whose it is. */
export function momentAt(words: SupportWords, at: Instant, currency: Currency): string {
  return words.texts.momentIn(words.moment(at, timeZones[currency].name), words.texts.zones[currency])
}

/** A moment of what is no store's. */
export function momentOfMachine(words: SupportWords, at: Instant): string {
  return words.texts.momentIn(words.moment(at, 'UTC'), 'UTC')
}
