import type { App } from '../../app/app.ts'
import type { MerchantId, WebhookId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { WithChange } from '../../db/db.ts'
import { refusals } from '../refusals.ts'
import { findFirstMissing } from '../store/replayed.ts'
import { findNewestReplay, findReplayRow, stopReplayRow } from '../store/replays.ts'
import { type Replay, type ReplayId, replayFrom } from './replay.ts'

/** Which replay of a merchant. */
interface ReplayOfWebhook {
  readonly merchantId: MerchantId
  readonly webhookId: WebhookId
  readonly id: ReplayId
}

/** Returns a replay of the webhook. Refuses an unknown id. */
export async function getReplay(app: App, of: ReplayOfWebhook): Promise<Replay> {
  const [row] = await app.db.run(findReplayRow, of)
  if (row === undefined) throw refusals.unknownReplay()
  return replayFrom(row)
}

/** Returns the webhook's running replay, or else its newest one. */
export async function findReplay(app: App, merchantId: MerchantId, webhookId: WebhookId): Promise<Replay | undefined> {
  const [row] = await app.db.run(findNewestReplay, { merchantId, webhookId })
  return row && replayFrom(row)
}

/**
 * Stops a replay: it sends nothing more. Notifications that are under way keep their retries. `also`: extra writes in
 * the same transaction. Returns false if it has ended already.
 */
export async function stopReplay(app: App, of: ReplayOfWebhook, also: WithChange<[Replay]>): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const [row] = await tx.run(stopReplayRow, { ...of, at: app.clock.now() })
    if (row !== undefined) await also(tx, replayFrom(row))
    return row !== undefined
  })
}

/**
 * Returns the time of the oldest notification that has not arrived at the webhook: given up, not sent, or waiting for
 * a retry. Undefined if there is none.
 */
export async function findMissingSince(
  app: App,
  merchantId: MerchantId,
  webhookId: WebhookId,
): Promise<Instant | undefined> {
  const [row] = await app.db.run(findFirstMissing, { merchantId, webhookId })
  return row?.created_at
}
