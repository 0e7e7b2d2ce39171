import type { App } from '../../app/app.ts'
import { firstIdOf, type MerchantId, momentOf, type NotificationId, newOrderedId, nilId } from '../../base/ids.ts'
import { type Instant, minute, second } from '../../base/times.ts'
import { findFirstFrom } from '../store/webhook-deliveries.ts'

/** Ids that enclose a period: `after` and `before` are not of it. */
export interface IdBounds {
  readonly after: NotificationId
  readonly before: NotificationId
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** Ids and times of one moment may differ by this much: a transaction takes time, and machines' clocks differ. */
const slackMs = minute

/**
 * Returns ids that enclose all notifications of a period; null: no bound. Ids sort by the system's clock and
 * `created_at` is by the merchant's, but both only grow. So a binary search over the primary key finds the place, and
 * no index on the time slows down each insert.
 */
export async function findIdBounds(
  app: App,
  merchantId: MerchantId,
  { from, to }: { readonly from: Instant | null; readonly to: Instant | null },
): Promise<IdBounds> {
  if (from === null && to === null) return { after: nilId, before: lastId }
  const [first] = await app.db.run(findFirstFrom, { merchantId, from: nilId })
  const newest = momentOf(newOrderedId())
  const search = async (isBefore: (createdAt: Instant) => boolean): Promise<Instant> => {
    let [low, high] = [first === undefined ? newest : momentOf(first.id), newest + second]
    while (high - low > second) {
      const middle = Math.floor((low + high) / 2)
      const [next] = await app.db.run(findFirstFrom, { merchantId, from: firstIdOf(middle) })
      if (next === undefined || !isBefore(next.created_at)) high = middle
      else low = Math.max(middle, momentOf(next.id))
    }
    return high
  }
  const start = from === null ? undefined : await search((createdAt) => createdAt < from)
  const end = to === null ? undefined : await search((createdAt) => createdAt <= to)
  return {
    after: start === undefined ? nilId : firstIdOf(start - slackMs),
    before: end === undefined ? lastId : firstIdOf(end + slackMs),
  }
}
