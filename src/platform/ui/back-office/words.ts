import type { backOfficeEn } from './en.ts'

/** What every page of a back office says. A language that lacks one does not compile. */
export type BackOfficeTexts = typeof backOfficeEn
