import type { History } from './written-history.ts'

/** What a hand, or an error, makes of a database that was right. */
export interface Planted {
  readonly sql: string
  /** What the doctor has to say of it, in one sentence that names the merchant too. */
  readonly says: RegExp
  /** What has to be put back beside the rows. */
  readonly undo?: string
}

/** SQL conditions on what a step of a timeline has, in its lines and in the ledger. */
export const ofStep = (id: string, version: number): string => `payment_id = '${id}' and version = ${version}`
export const ofEntry = (id: string, version: number, cause: string): string =>
  `source_id = '${id}' and version = ${version} and cause = '${cause}'`

export type PlantedErrors = Readonly<Record<string, (history: History) => Planted>>
