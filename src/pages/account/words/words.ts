import type { Region } from '../../../platform/base/countries.ts'
import type { Lang } from '../../../platform/ui/words/lang.ts'
import { type Words, wordsWith } from '../../../platform/ui/words/words.ts'
import { ar } from './ar.ts'
import { en, type Texts } from './en.ts'

/** How a customer reads. */
export type AccountWords = Words<Texts>

const byCountry = wordsWith<Texts>({ en, ar })

/** The words of a region's account. */
export function wordsFor(lang: Lang, region: Region): AccountWords {
  return byCountry(lang, region === 'ksa' ? 'SA' : 'AE')
}
