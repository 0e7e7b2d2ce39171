import type { App } from '../../app/app.ts'
import type { MerchantId } from '../../base/ids.ts'
import type { WithChange } from '../../db/db.ts'
import { findReplayRow, insertReplay } from '../store/replays.ts'
import { countReplay, type ReplayPeriod } from './count-replay.ts'
import { type ReplayId, replayLimits } from './replay.ts'

/** `known`: this replay was started before. `refused`: another one runs, or the webhook is disabled or removed. */
export type StartedReplay = 'started' | 'known' | 'refused'

/**
 * Starts to send a period's notifications to a webhook again. `id` comes from the form, so that a second press starts
 * nothing. `also`: extra writes in the same transaction, with the number of notifications.
 */
export async function startReplay(
  app: App,
  merchantId: MerchantId,
  id: ReplayId,
  period: ReplayPeriod,
  also: WithChange<[count: number]>,
): Promise<StartedReplay> {
  const { webhookId } = period
  const { count: total, isMore, bounds } = await countReplay(app, merchantId, period)
  return app.db.transaction(async (tx) => {
    const [begun] = await tx.run(insertReplay, {
      ...{ merchantId, id, ...period, total, isMore, readId: bounds.after, endId: bounds.before },
      ...{ startedAt: app.clock.now(), kept: replayLimits.kept },
    })
    if (begun !== undefined) {
      await also(tx, total)
      return 'started'
    }
    const [known] = await tx.run(findReplayRow, { merchantId, id, webhookId })
    return known === undefined ? 'refused' : 'known'
  })
}
