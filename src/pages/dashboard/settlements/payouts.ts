import { listUpcomingPayouts } from '../../../money/settlements/list-upcoming-payouts.ts'
import { getPayout, listPayouts } from '../../../money/settlements/payouts.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { readDays, spanOf } from '../day-filter.ts'
import type { Answer, Visit } from '../page.ts'
import { payoutPage } from './views/payout.ts'
import { payoutsPage } from './views/payouts.ts'

const pageSize = 50

/** Lists payouts, pending ones included. The whole list begins with the next payout. */
export async function viewPayouts(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const stores = await listStores(app, actor.merchantId)
  const filter = readDays(visit, stores)
  const { storeId, offset } = filter
  const { start, end } = spanOf(filter, stores)
  const made = { createdFrom: start, createdTo: end === null ? null : end - 1 }
  const page = filter.isWrong
    ? { payouts: [], totalCount: 0 }
    : await listPayouts(app, actor, { storeId, ...made, limit: pageSize, offset })
  const isWhole = offset === 0 && Object.values(filter.query).every((value) => value === undefined)
  const upcoming = isWhole ? await listUpcomingPayouts(app, actor) : undefined
  return payoutsPage(visit, { ...page, upcoming, filter, stores, pageSize })
}

/** Shows one payout with the days that it pays. */
export async function viewPayout(visit: Visit): Promise<Answer> {
  const { app, actor, id } = visit
  const [whole, stores] = await Promise.all([getPayout(app, actor, id), listStores(app, actor.merchantId)])
  return payoutPage(visit, { ...whole, stores })
}
