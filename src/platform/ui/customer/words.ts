import type { customerEn } from './en.ts'

/** What every page of a customer may say of codes, cards and banks. A language that lacks one does not compile. */
export type CustomerTexts = typeof customerEn
