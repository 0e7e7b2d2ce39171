import type { Instant } from '../base/times.ts'
import { type Actor, serviceActor } from '../merchants/caller.ts'
import type { Due, DueAt } from './due.ts'

/** What a row of either list has; `is_test` is missing where a table knows live mode only. */
interface ListedRow {
  readonly id: string
  readonly is_test?: boolean
  readonly tries: number | null
}

/** What a row of one merchant's list has; `is_under_way` is missing where everything is done in one transaction. */
interface ListedOfRow extends ListedRow {
  readonly due_at: Instant
  readonly is_under_way?: boolean
}

/** What is due of any merchant, by a row of `selectDue`: done by the service. */
export function dueFrom(row: ListedRow & { readonly merchant_id: string; readonly clock_offset_ms: bigint }): Due {
  const { id, tries, merchant_id, is_test = false, clock_offset_ms } = row
  return { id, tries, actor: serviceActor(merchant_id, is_test, Number(clock_offset_ms)) }
}

/** What is due of this actor's merchant, by a row of `selectDueOf`: done as the actor, in the mode of each. */
export function dueAtFrom(actor: Actor, row: ListedOfRow): DueAt {
  const { id, tries, due_at, is_test = false, is_under_way = false } = row
  return { id, tries, dueAt: due_at, isUnderWay: is_under_way, actor: { ...actor, isTest: is_test } }
}
