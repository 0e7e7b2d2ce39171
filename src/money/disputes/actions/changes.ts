import type { App } from '../../../platform/app/app.ts'
import type { DisputeId } from '../../../platform/base/ids.ts'
import type { Refusal } from '../../../platform/base/refusals.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { retryOvertaken } from '../../../platform/db/optimistic-concurrency.ts'
import { type Actor, nowFor } from '../../../platform/merchants/caller.ts'
import type { ChangeOptions, Dispute, DisputeChange, HistoryEntry } from '../dispute.ts'
import { findDisputes } from '../disputes.ts'
import { refusals } from '../refusals.ts'
import { trySaveDisputes } from './save-disputes.ts'

export interface ChangedDispute {
  readonly dispute: Dispute
  readonly entry: HistoryEntry
}

/**
 * Changes several disputes by a rule, all or nothing, and returns them in the order of the ids. If another call was
 * faster, it reads them again and applies the rule again. `missing`: the refusal of an id that is no dispute of
 * this merchant. `inSameTransaction`: extra writes.
 */
export async function changeDisputes(
  app: App,
  actor: Actor,
  ids: readonly DisputeId[],
  rule: (dispute: Dispute, at: Instant) => DisputeChange,
  missing: () => Refusal,
  inSameTransaction?: ChangeOptions['inSameTransaction'],
): Promise<readonly ChangedDispute[]> {
  return retryOvertaken(refusals.changedMeanwhile, async () => {
    const at = nowFor(app, actor)
    const found = new Map((await findDisputes(app, actor, ids, at)).map((dispute) => [dispute.id, dispute]))
    const changes = ids.map((id) => {
      const dispute = found.get(id)
      if (dispute === undefined) throw missing()
      return rule(dispute, at)
    })
    const saved = await trySaveDisputes(app, actor, changes, undefined, inSameTransaction)
    return saved?.map((dispute, index) => ({ dispute, entry: entryAt(changes, index) }))
  })
}

function entryAt(changes: readonly DisputeChange[], index: number): HistoryEntry {
  const change = changes[index]
  if (change === undefined) throw new Error('every change was saved')
  return change.entry
}

/**
 * Changes one dispute by a rule. Refuses a dispute that is not this merchant's with 404. `inSameTransaction`: extra
 * writes.
 */
export async function changeDispute(
  app: App,
  actor: Actor,
  id: DisputeId,
  rule: (dispute: Dispute, at: Instant) => DisputeChange,
  inSameTransaction?: ChangeOptions['inSameTransaction'],
): Promise<ChangedDispute> {
  const [changed] = await changeDisputes(app, actor, [id], rule, refusals.disputeNotFound, inSameTransaction)
  if (changed === undefined) throw new Error('one dispute was to be changed')
  return changed
}
