import type { App } from '../app/app.ts'
import { second } from '../base/times.ts'
import { type CountedMessage, quotasOf } from './message-quotas.ts'
import { findQuotaWait, takeMessageQuota } from './store/message-quotas.ts'

/** Thrown to undo what was counted in the quotas before the one that is used up. */
class UsedUp extends Error {
  readonly waitMs: number

  constructor(waitMs: number) {
    super('a quota of text messages is used up')
    this.waitMs = waitMs
  }
}

/**
 * Counts a text message that is about to be sent, where limits are on; answers undefined when it may be, or after how many
 * seconds to ask again. One that may not be sent is counted nowhere.
 */
export async function countMessage(app: App, message: CountedMessage): Promise<number | undefined> {
  const { rateLimits, messagesPerMinute } = app.config
  if (!rateLimits) return undefined
  try {
    await app.db.transaction(async (tx) => {
      for (const { merchantId, counted, most, windowMs } of quotasOf(message, messagesPerMinute)) {
        const quota = [merchantId, counted, most, windowMs] as const
        const taken = await tx.run(takeMessageQuota, quota)
        if (taken.length > 0) continue
        const [used] = await tx.run(findQuotaWait, quota)
        throw new UsedUp(used?.wait_ms ?? second)
      }
    })
    return undefined
  } catch (error) {
    if (error instanceof UsedUp) return Math.ceil(error.waitMs / second)
    throw error
  }
}
