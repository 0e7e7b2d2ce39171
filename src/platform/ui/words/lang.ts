/** The languages of every page. */
export type Lang = 'en' | 'ar'

export const directionOf: Readonly<Record<Lang, 'ltr' | 'rtl'>> = { en: 'ltr', ar: 'rtl' }

/** The language a text names; undefined for any other. */
export function parseLang(text: unknown): Lang | undefined {
  return text === 'en' || text === 'ar' ? text : undefined
}

/** The one to switch to. */
export function otherLang(lang: Lang): Lang {
  return lang === 'en' ? 'ar' : 'en'
}

/** A name or number of unknown direction inside a sentence: it neither turns nor is turned by the words around it. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

/** What reads from left to right in every language: phone and card numbers. */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`
}

/** An Arabic phrase that may begin with a Latin name: it reads from right to left wherever it stands. */
export function rightToLeft(text: string): string {
  return `\u2067${text}\u2069`
}
