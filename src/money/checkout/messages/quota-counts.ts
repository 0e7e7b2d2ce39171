import type { App } from '../../../platform/app/app.ts'
import { allMerchants } from '../../../platform/base/ids.ts'
import { formatSeconds, second } from '../../../platform/base/times.ts'
import {
  countInQuota,
  deleteOldMessageQuotas,
  findQuotaWait,
  listQuotaMerchants,
  listQuotas,
  uncountInQuota,
} from '../store/message-quotas.ts'
import { type CountedMessage, countedForPhone, phoneKeyOf, type Quota, quotasOf } from './message-quotas.ts'

/** Thrown to undo the counts in earlier quotas if one is used up. */
class UsedUp extends Error {
  readonly waitMs: number

  constructor(waitMs: number) {
    super('a quota of text messages is used up')
    this.waitMs = waitMs
  }
}

/**
 * Counts a text message before it is sent, if limits are on. Returns undefined if it may be sent, or the seconds until
 * then. A message that may not be sent is not counted.
 */
export async function countMessage(app: App, message: CountedMessage): Promise<number | undefined> {
  const { rateLimits, messagesPerMinute } = app.config
  if (!rateLimits) return undefined
  try {
    await app.db.transaction(async (tx) => {
      for (const quota of quotasOf(message, phoneKeyOf(app, message.phone), messagesPerMinute)) {
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

/** A counted try. */
interface CountedTry extends Pick<Quota, 'merchantId' | 'counted'> {
  readonly countedAt: string
}

/**
 * Counts a try before it is judged. Returns undefined if the quota is used up: then the try must not be judged. So
 * no race makes more wrong tries than the quota allows. Counts with RATE_LIMITS=off too.
 */
export async function countTry(app: App, quota: Quota): Promise<CountedTry | undefined> {
  const [row] = await app.db.run(countInQuota, quota)
  const { merchantId, counted } = quota
  return row && { merchantId, counted, countedAt: row.counted_at }
}

/** Takes a try out of its quota again, because it was not wrong. */
export async function uncountTry(app: App, counted: CountedTry): Promise<void> {
  await app.db.run(uncountInQuota, counted)
}

/** Lists what is counted of a phone, as JSON: messages and wrong codes, with the times within the quota's window. */
export async function listCountedMessages(
  app: App,
  phone: string,
  isTest: boolean,
): Promise<{ readonly counted: string; readonly at: readonly string[] }[]> {
  const { db } = app
  const merchants = await db.run(listQuotaMerchants, {})
  const merchantIds = [...merchants.map(({ merchant_id }) => merchant_id), allMerchants]
  const rows = await db.run(listQuotas, { merchantIds, counted: countedForPhone(phoneKeyOf(app, phone), [isTest]) })
  // Without the hash at its end.
  return rows.map(({ counted, sent_at }) => {
    return { counted: counted.slice(0, counted.lastIndexOf(' ')), at: sent_at.map(formatSeconds) }
  })
}

const batch = 500

/** Removes a batch of expired quotas, with the phones in them. Returns their number. */
export async function removeOldQuotas(app: App): Promise<number> {
  return (await app.db.run(deleteOldMessageQuotas, { most: batch })).length
}
