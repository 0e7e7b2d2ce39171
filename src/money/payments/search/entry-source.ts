import type { Instant } from '../../../platform/base/times.ts'
import type { Cursor } from './page-cursor.ts'
import type { Direction } from './walks-sql.ts'

/** The direction of a walk, and its last instant. */
export interface WalkRange {
  readonly direction: Direction
  readonly until: Instant
}

/** Candidates of a search, in the order of the list. */
export interface EntrySource {
  /** Whether each call reads all candidates: then few calls with a high limit are better. */
  readonly isSearched: boolean
  /** Whether all candidates are in the subset of the search. */
  readonly isSubset?: boolean
  /** Lists the next candidates after the cursor, at most `limit`. Fewer only at the end. */
  list(beyond: Cursor, limit: number): Promise<Cursor[]>
}
