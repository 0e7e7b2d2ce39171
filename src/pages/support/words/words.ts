import { type Words, wordsWith } from '../../../platform/ui/words/words.ts'
import { ar } from './ar.ts'
import { en, type Texts } from './en.ts'

/** How an agent reads. */
export type SupportWords = Words<Texts>

/** The words of the console in a language, as they are written in a country. */
export const wordsFor: (lang: 'en' | 'ar', country: string) => SupportWords = wordsWith<Texts>({ en, ar })
