/** The languages of every page. */
export type Lang = 'en' | 'ar'

export const directionOf: Readonly<Record<Lang, 'ltr' | 'rtl'>> = { en: 'ltr', ar: 'rtl' }

/** Returns the language that a text names; undefined for any other text. */
export function parseLang(text: unknown): Lang | undefined {
  return text === 'en' || text === 'ar' ? text : undefined
}

/** Returns the language of the language switch. */
export function otherLang(lang: Lang): Lang {
  return lang === 'en' ? 'ar' : 'en'
}

/** Isolates a name or number of unknown direction from the direction of its sentence. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

/** Isolates a text that reads from left to right in every language, such as a phone or card number. */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`
}

/** Isolates an Arabic phrase that may begin with a Latin name. */
export function rightToLeft(text: string): string {
  return `\u2067${text}\u2069`
}
