import { type Words, wordsWith } from '../../../platform/ui/words/words.ts'
import { ar } from './ar.ts'
import { en, type Texts } from './en.ts'

/** The language and the country of a reader at a merchant. */
export type DashboardWords = Words<Texts>

/** Returns the words of the dashboard in a language and with the formats of a country. */
export const wordsFor: (lang: 'en' | 'ar', country: string) => DashboardWords = wordsWith<Texts>({ en, ar })
