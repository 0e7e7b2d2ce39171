import { type Words, wordsWith } from '../../../platform/ui/words/words.ts'
import { ar } from './ar.ts'
import { en, type Texts } from './en.ts'

/** How a customer reads. */
export type PaymentWords = Words<Texts>

export const wordsFor = wordsWith<Texts>({ en, ar })
