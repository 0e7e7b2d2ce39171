import { getPayout } from '../../../money/settlements/get-payout.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import type { Answer, Visit } from '../page.ts'
import { payoutPage } from './views/payout.ts'

/** The page of one payout, with the days that it pays. */
export async function viewPayout(visit: Visit): Promise<Answer> {
  const { app, actor, id } = visit
  const [whole, stores] = await Promise.all([getPayout(app, actor, id), listStores(app, actor.merchantId)])
  return payoutPage(visit, { ...whole, stores })
}
