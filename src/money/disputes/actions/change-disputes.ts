import type { App } from '../../../platform/app/app.ts'
import type { DisputeId } from '../../../platform/base/ids.ts'
import type { Refusal } from '../../../platform/base/refusals.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { retryOvertaken } from '../../../platform/db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import type { Dispute, DisputeChange, HistoryEntry } from '../dispute.ts'
import { findDisputes } from '../queries/find-disputes.ts'
import { refusals } from '../refusals.ts'
import type { Decided } from '../seen-versions.ts'
import { trySaveDisputes } from './save-disputes.ts'

export interface ChangedDispute {
  readonly dispute: Dispute
  readonly entry: HistoryEntry
}

/**
 * Changes several disputes by a rule, all or nothing, and answers them in the order they were named. When something else is
 * faster, what it left is read and decided anew. `also` stands or falls with it. Refuses with `missing` an id that is no dispute of this
 * merchant.
 */
export async function changeDisputes(
  app: App,
  actor: Actor,
  ids: readonly DisputeId[],
  rule: (dispute: Dispute, at: Instant) => DisputeChange,
  missing: () => Refusal,
  also?: Decided['also'],
): Promise<readonly ChangedDispute[]> {
  return retryOvertaken(refusals.changedMeanwhile, async () => {
    const at = nowFor(app, actor)
    const found = new Map((await findDisputes(app, actor, ids, at)).map((dispute) => [dispute.id, dispute]))
    const changes = ids.map((id) => {
      const dispute = found.get(id)
      if (dispute === undefined) throw missing()
      return rule(dispute, at)
    })
    const saved = await trySaveDisputes(app, actor, changes, undefined, also)
    return saved?.map((dispute, index) => ({ dispute, entry: entryAt(changes, index) }))
  })
}

function entryAt(changes: readonly DisputeChange[], index: number): HistoryEntry {
  const change = changes[index]
  if (change === undefined) throw new Error('every change was saved')
  return change.entry
}
