import { isolated, type Lang } from '../../platform/ui/words/lang.ts'
import { type Words, wordsWith } from '../../platform/ui/words/words.ts'
import { texts as browserTexts } from './browser/words.js'
import './markets.ts'

export const en = {
  ...browserTexts.en,
  skip: 'Skip to the plan',
  footer: 'Payments by Qist',
  snippetTitle: 'Paying in parts',
}

/** The texts of the pages of on-site messaging, with those of the scripts. A missing text does not compile. */
export type Texts = typeof en

export const ar: Texts = {
  ...browserTexts.ar,
  skip: 'انتقل إلى الدفعات',
  footer: 'المدفوعات عبر قسط',
  snippetTitle: 'الدفع على دفعات',
}

export type MessagingWords = Words<Texts>

export const wordsFor: (lang: Lang, country: string) => MessagingWords = wordsWith<Texts>({ en, ar })

/** Returns a sentence with its values. */
export function say([text, values = {}]: readonly [string, Readonly<Record<string, string>>?]): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => isolated(values[name] ?? ''))
}
