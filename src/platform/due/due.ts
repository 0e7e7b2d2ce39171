import type { App } from '../app/app.ts'
import type { Instant } from '../base/times.ts'
import type { Actor } from '../merchants/caller.ts'

/** So much is listed at a time: a round, or what a list of one merchant's things settles first. */
export const maxBatchSize = 200

/** What is noted in `due_retries` when it fails. */
export const retriedKinds = ['payment', 'dispute', 'collection', 'settlement'] as const
export type RetriedKind = (typeof retriedKinds)[number]

/** Something whose time has come. */
export interface Due {
  readonly id: string
  /** Who does it: the service, in the thing's mode and by its merchant's clock. */
  readonly actor: Actor
  /** How often it has failed so far; null where nothing is noted of it. */
  readonly tries: number | null
}

/** One merchant's thing, and when by its clock the time comes. */
export interface DueAt extends Due {
  readonly dueAt: Instant
  /** Somebody is doing it at this moment, and what it falls due for next is not known yet: `dueAt` says nothing. */
  readonly isUnderWay: boolean
}

interface Work<T> {
  readonly name: string
  /** The pause between two rounds. */
  readonly everyMs: number
  /** So many are done at the same time. */
  readonly maxInFlight: number
  /** What is due of all merchants, the longest overdue first, at most so many. */
  listDue(app: App, limit: number): Promise<readonly T[]>
  /** Whether something of the actor's merchant is being done at this moment and is not listed meanwhile. */
  isUnderWay?(app: App, actor: Actor): Promise<boolean>
}

/** Things of merchants that fall due by their clocks. What fails is noted, and tried again with backoff. */
export interface ListedWork extends Work<Due> {
  readonly kind: RetriedKind
  /**
   * What is due of the actor's merchant until then by its clock, in the actor's mode or in both, first come first, without what has
   * failed and is deferred; before that what is under way, whenever it was due.
   */
  listDueOf(app: App, actor: Actor, modes: 'own' | 'both', until: Instant, limit: number): Promise<readonly DueAt[]>
  /** Does it, as it is by then. Doing it twice, or at once with others, changes nothing more. */
  run(app: App, due: Due): Promise<unknown>
}

/** Things that fall due by the database's clock and take long: each is claimed for a lease. */
export interface ClaimedWork<T = unknown> extends Work<T> {
  /** While some are under way, a round goes on for so long with what falls due meanwhile. */
  readonly claimsForMs: number
  /** What of the actor's merchant is due and nobody has begun yet, the first first, at most so many: where somebody waits for it. */
  listUnbegunOf?(app: App, actor: Actor, limit: number): Promise<readonly T[]>
  /**
   * Claims and does it; false where somebody else has claimed it. What fails is deferred by its own due time, and nothing is thrown but
   * where the database does not answer.
   */
  run(app: App, due: T): Promise<boolean>
}

/** What falls due by itself, declared once: for the workers, for settling before a list, and for the sandbox clock. */
export type DueWork = ListedWork | ClaimedWork
