import type { History } from './written-history.ts'

/** A change by hand, or by an error, to a correct database. */
export interface Planted {
  readonly sql: string
  /** The doctor's expected finding: one sentence, with the merchant. */
  readonly says: RegExp
  /** Further rows to restore. */
  readonly undo?: string
}

/** SQL conditions on a step of a timeline, for its lines and its ledger entries. */
export const ofStep = (id: string, version: number): string => `payment_id = '${id}' and version = ${version}`
export const ofEntry = (id: string, version: number, cause: string): string =>
  `source_id = '${id}' and version = ${version} and cause = '${cause}'`

export type PlantedErrors = Readonly<Record<string, (history: History) => Planted>>
