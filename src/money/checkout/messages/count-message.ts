import type { App } from '../../../platform/app/app.ts'
import { second } from '../../../platform/base/times.ts'
import { countInQuota, findQuotaWait } from '../store/message-quotas.ts'
import { type CountedMessage, quotasOf } from './message-quotas.ts'

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
      for (const quota of quotasOf(message, messagesPerMinute)) {
        const counted = await tx.run(countInQuota, quota)
        if (counted.length > 0) continue
        const [wait] = await tx.run(findQuotaWait, quota)
        throw new UsedUp(wait?.wait_ms ?? second)
      }
    })
    return undefined
  } catch (error) {
    if (error instanceof UsedUp) return Math.ceil(error.waitMs / second)
    throw error
  }
}
