import type { Region } from '../../../platform/base/market-entries.ts'
import { homeCountryOf } from '../../../platform/base/markets.ts'
import type { Lang } from '../../../platform/ui/words/lang.ts'
import { type Words, wordsWith } from '../../../platform/ui/words/words.ts'
import { ar } from './ar.ts'
import { en, type Texts } from './en.ts'

/** Texts and formats of the account in one language. */
export type AccountWords = Words<Texts>

const byCountry = wordsWith<Texts>({ en, ar })

/** Returns the words of a region's account. */
export function wordsFor(lang: Lang, region: Region): AccountWords {
  return byCountry(lang, homeCountryOf(region))
}
