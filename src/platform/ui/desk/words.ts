import type { deskEn } from './en.ts'

/** What every page of a desk says. A language that lacks one does not compile. */
export type DeskTexts = typeof deskEn
