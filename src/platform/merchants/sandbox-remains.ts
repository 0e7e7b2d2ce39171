import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import { int4, text, uuid } from '../db/columns.ts'

/** The number of a merchant's things of one kind, and a text that names some of them. */
export interface RemainingRow {
  /** `allMerchants` for things of no merchant. */
  readonly merchant_id: MerchantId
  readonly count: number
  readonly what: string
}

/** The columns of a statement that lists what remains. */
export const remainingColumns = { merchant_id: uuid, count: int4, what: text }

/** Returns SQL: the first ten texts of a group, sorted, with commas between. */
export function firstOf(expression: string): string {
  return `array_to_string((array_agg(${expression} order by ${expression}))[1:10], ', ')`
}

/**
 * One kind of things that a sandbox leaves and production must not have: keys, webhooks, changed settings
 * (docs/decisions/0100-what-a-sandbox-leaves.md). `isUnmarkedToo`: also rows without a mark, which may be older than
 * the marks. Kinds that operators' commands make, too, ignore it.
 */
export interface SandboxRemains {
  readonly one: string
  readonly many: string
  /** The participle of `remove` for messages, such as "removed". */
  readonly done: string
  list(app: Pick<App, 'db' | 'clock'>, isUnmarkedToo: boolean): Promise<readonly RemainingRow[]>
  /** Removes them, or restores the values before the sandbox. A second call changes nothing. */
  remove(app: App, isUnmarkedToo: boolean): Promise<unknown>
}
