import { listUpcomingPayouts } from '../../../money/settlements/list-upcoming-payouts.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import type { Answer, Section, Visit } from '../page.ts'
import { ownWebhooksAt } from '../webhooks/own-webhooks.ts'
import { type HomeSources, loadBusiness, loadFirstSteps, loadTasks } from './home-data.ts'
import { homePage } from './views/home.ts'

/** The first page: the next payout, open tasks and figures. */
export const home: Section = { pages: [{ path: '', permission: 'see_figures', view: viewHome }], forms: [] }

/** Shows the next payout, the open tasks and the figures. A merchant without payments sees the first steps instead. */
export async function viewHome(visit: Visit): Promise<Answer> {
  const stores = await listStores(visit.app, visit.actor.merchantId)
  const sources: HomeSources = { stores, webhooks: await ownWebhooksAt(visit, stores) }
  // `loadTasks` may change due payments. Payouts and figures are loaded after it, so that they agree.
  const tasks = await loadTasks(visit, sources)
  const [firstSteps, business, payouts] = await Promise.all([
    loadFirstSteps(visit, sources),
    loadBusiness(visit, sources),
    visit.may('see_settlements') ? listUpcomingPayouts(visit.app, visit.actor) : undefined,
  ])
  return homePage(visit, { tasks, firstSteps, business, payouts, stores })
}
