import { ar } from './ar.ts'
import { en, type SharedTexts } from './en.ts'
import { type Formats, formatsFor } from './formats.ts'
import type { Lang } from './lang.ts'

/** How one person reads: what every page and this one say, amounts, dates and numbers, in a language of a country. */
export interface Words<Texts = unknown> extends Formats {
  readonly lang: Lang
  readonly texts: SharedTexts & Texts
}

/** The words of a page whose own texts these are, by language and country (ISO 3166). */
export function wordsWith<Texts>(own: Readonly<Record<Lang, Texts>>): (lang: Lang, country: string) => Words<Texts> {
  const texts = { en: { ...en, ...own.en }, ar: { ...ar, ...own.ar } }
  return (lang, country) => ({ ...formatsFor(lang, country), lang, texts: texts[lang] })
}
