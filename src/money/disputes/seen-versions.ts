import type { DisputeId } from '../../platform/base/ids.ts'
import type { WithChange } from '../../platform/db/db.ts'
import type { Dispute } from './dispute.ts'
import { refusals } from './refusals.ts'

/** At which version a person was shown disputes, before they said what to do with them. */
export type SeenVersions = ReadonlyMap<DisputeId, number>

/** What a person had before them who decides at a page, and what stands or falls with the decision, in its transaction. */
export interface Decided {
  readonly seen?: SeenVersions | undefined
  /** Is told the disputes as they are then. */
  readonly also?: WithChange<[after: readonly Dispute[]]> | undefined
}

/** Refuses with 409 what was decided on a dispute that has changed since. Whoever saw none, such as a program, is not held to any. */
export function requireSeen(seen: SeenVersions | undefined, { id, version }: Pick<Dispute, 'id' | 'version'>): void {
  if (seen !== undefined && seen.get(id) !== version) throw refusals.changed()
}
