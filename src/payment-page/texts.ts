import { ar } from './texts/ar.ts'
import { en, type Texts } from './texts/en.ts'

export type Lang = 'en' | 'ar'

/** What the page says, by language. */
export const textsOf: Readonly<Record<Lang, Texts>> = { en, ar }

/** The language a text names; undefined for any other. */
export function parseLang(text: unknown): Lang | undefined {
  return text === 'en' || text === 'ar' ? text : undefined
}
