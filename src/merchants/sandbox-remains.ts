import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import { int4, text, uuid } from '../db/columns.ts'

/** What a merchant has of one kind: how many, and what tells them apart, where something does. */
export interface RemainingRow {
  /** `allMerchants` where they are of no merchant. */
  readonly merchant_id: MerchantId
  readonly count: number
  readonly what: string
}

/** The columns of a statement that lists them. */
export const remainingColumns = { merchant_id: uuid, count: int4, what: text }

/** SQL: the first texts of a group, by their order. */
export function firstOf(expression: string): string {
  return `array_to_string((array_agg(${expression} order by ${expression}))[1:10], ', ')`
}

/**
 * One kind of things that a sandbox leaves and production must not have: keys, webhooks, changed settings
 * (docs/decisions/0100-what-a-sandbox-leaves.md). `isUnmarkedToo`: also rows without a mark, of what nobody makes at the command line: those
 * that are older than the marks.
 */
export interface SandboxRemains {
  readonly one: string
  readonly many: string
  /** What becomes of them: "removed". */
  readonly done: string
  list(app: Pick<App, 'db' | 'clock'>, isUnmarkedToo: boolean): Promise<readonly RemainingRow[]>
  /** Takes them away, or puts back what was there before. Again changes nothing. */
  remove(app: App, isUnmarkedToo: boolean): Promise<unknown>
}
