import type { Lang } from '../../ui/words/lang.ts'
import { type Words, wordsWith } from '../../ui/words/words.ts'
import { ar } from './ar.ts'
import { en, type Texts } from './en.ts'

/** The words of the shared pages in one language. */
export type PeopleWords = Words<Texts>

const byCountry = wordsWith<Texts>({ en, ar })

/** Returns the words of the shared pages in a language. */
export function wordsFor(lang: Lang): PeopleWords {
  return byCountry(lang, 'AE')
}
