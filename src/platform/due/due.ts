import type { App } from '../app/app.ts'
import type { Instant } from '../base/times.ts'
import { type Actor, serviceActor } from '../merchants/caller.ts'

/** The most items of a round, and of the work that a list settles before it reads. */
export const maxBatchSize = 200

/** The kinds of items whose failures are stored in `due_retries`. */
export const retriedKinds = ['payment', 'dispute', 'collection', 'settlement', 'message', 'erasure'] as const
export type RetriedKind = (typeof retriedKinds)[number]

/** An item whose time has come. */
export interface Due {
  readonly id: string
  /** The service as the actor, in the item's mode and by its merchant's clock. */
  readonly actor: Actor
  /** The number of failures so far; null without a retry. */
  readonly tries: number | null
}

/** An item of one merchant, and its due time by the merchant's clock. */
export interface DueAt extends Due {
  readonly dueAt: Instant
  /** Another process is at work on it. Its next due time is not known yet, so `dueAt` has no meaning. */
  readonly isUnderWay: boolean
}

interface Work<T> {
  readonly name: string
  /** The pause between two rounds. */
  readonly everyMs: number
  /** The most items at the same time. */
  readonly maxInFlight: number
  /** Lists due items of all merchants, longest overdue first. */
  listDue(app: App, limit: number): Promise<readonly T[]>
  /** Returns whether a process is at work on an item of the actor's merchant that `listDue` does not list meanwhile. */
  isUnderWay?(app: App, actor: Actor): Promise<boolean>
}

/** Work on items that fall due by their merchant's clock. A failure is stored and tried again with backoff. */
export interface ListedWork extends Work<Due> {
  readonly kind: RetriedKind
  /**
   * Lists items of the actor's merchant that are due until `until` by its clock, in the actor's mode or in both,
   * earliest first. Items under way come first. Items that failed and are deferred are left out.
   */
  listDueOf(app: App, actor: Actor, modes: 'own' | 'both', until: Instant, limit: number): Promise<readonly DueAt[]>
  /** Reads the item anew and does it. A second call, also at the same time, changes nothing more. */
  run(app: App, due: Due): Promise<unknown>
}

/** Work on items that fall due by the database's clock and take long. Each is claimed under a lease. */
export interface ClaimedWork<T = unknown> extends Work<T> {
  /** For how long a round, while items are under way, claims further items that fall due meanwhile. */
  readonly claimsForMs: number
  /**
   * Lists due items of the actor's merchant that no process has begun, earliest first. For callers that wait for
   * them.
   */
  listUnbegunOf?(app: App, actor: Actor, limit: number): Promise<readonly T[]>
  /**
   * Claims the item and does it. Returns false if another process has claimed it. A failure defers the item by its
   * own due time. Throws only if the database does not answer.
   */
  run(app: App, due: T): Promise<boolean>
}

/**
 * Work that falls due by itself. The workers, lists that settle first, and the sandbox clock all use the same
 * declarations.
 */
export type DueWork = ListedWork | ClaimedWork

/** The common columns of both lists. `is_test` is missing in tables of live mode only. */
interface DueRow {
  readonly id: string
  readonly is_test?: boolean
  readonly tries: number | null
}

/** A row of one merchant's list. `is_under_way` is missing where an item is done in one transaction. */
interface MerchantDueRow extends DueRow {
  readonly due_at: Instant
  readonly is_under_way?: boolean
}

/** Returns the item of a row of `selectDue`, with the service as the actor. */
export function dueFrom(row: DueRow & { readonly merchant_id: string; readonly clock_offset_ms: bigint }): Due {
  const { id, tries, merchant_id, is_test = false, clock_offset_ms } = row
  return { id, tries, actor: serviceActor(merchant_id, is_test, Number(clock_offset_ms)) }
}

/** Returns the item of a row of `selectDueOf`, with the given actor in the item's mode. */
export function dueAtFrom(actor: Actor, row: MerchantDueRow): DueAt {
  const { id, tries, due_at, is_test = false, is_under_way = false } = row
  return { id, tries, dueAt: due_at, isUnderWay: is_under_way, actor: { ...actor, isTest: is_test } }
}
