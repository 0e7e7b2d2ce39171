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
