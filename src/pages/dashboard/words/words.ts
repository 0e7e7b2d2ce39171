import { type Words, wordsWith } from '../../../platform/ui/words/words.ts'
import { ar } from './ar.ts'
import { en, type Texts } from './en.ts'

/** How somebody at a merchant reads. */
export type DashboardWords = Words<Texts>

/** The words of the dashboard in a language, as they are written in a country. */
export const wordsFor: (lang: 'en' | 'ar', country: string) => DashboardWords = wordsWith<Texts>({ en, ar })
