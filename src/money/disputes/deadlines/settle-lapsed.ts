import type { App } from '../../../platform/app/app.ts'
import { service } from '../../../platform/base/principal.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { trySaveDisputes } from '../actions/save-disputes.ts'
import type { Dispute } from '../dispute.ts'
import { lapse } from '../transitions/lapse.ts'

/**
 * Decides those of the disputes whose time is over at this moment. Answers whether there were any, and so all have to be read again:
 * saved here, or by somebody who was faster.
 */
export async function settleLapsed(
  app: App,
  actor: Actor,
  disputes: readonly Dispute[],
  at: Instant,
): Promise<boolean> {
  const lapsed = disputes.flatMap((dispute) => lapse(dispute, at) ?? [])
  for (const change of lapsed) await trySaveDisputes(app, { ...actor, principal: service }, [change])
  return lapsed.length > 0
}
