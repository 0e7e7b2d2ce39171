import type { Lang } from '../../ui/words/lang.ts'
import { type Words, wordsWith } from '../../ui/words/words.ts'
import { ar } from './ar.ts'
import { en, type Texts } from './en.ts'

/** How somebody who works at a back office reads. */
export type PeopleWords = Words<Texts>

const byCountry = wordsWith<Texts>({ en, ar })

/** The words of the pages that both back offices share. */
export function wordsFor(lang: Lang): PeopleWords {
  return byCountry(lang, 'AE')
}
