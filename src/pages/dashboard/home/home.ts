import { listStores } from '../../../platform/merchants/stores/stores.ts'
import type { Answer, Section, Visit } from '../page.ts'
import { ownWebhooksAt } from '../webhooks/own-webhooks.ts'
import { type HomeSources, loadBusiness, loadFirstSteps, loadTasks } from './home-data.ts'
import { homePage } from './views/home.ts'

/** The first page: what waits to be done, and how business goes. */
export const home: Section = { pages: [{ path: '', permission: 'see_figures', view: viewHome }], forms: [] }

/** The first page: what waits for somebody, and how business goes. Whoever has no payment yet is shown the first steps. */
export async function viewHome(visit: Visit): Promise<Answer> {
  const stores = await listStores(visit.app, visit.actor.merchantId)
  const sources: HomeSources = { stores, webhooks: await ownWebhooksAt(visit, stores) }
  // What falls due by the first is in the figures of the others.
  const tasks = await loadTasks(visit, sources)
  const [firstSteps, business] = await Promise.all([loadFirstSteps(visit, sources), loadBusiness(visit, sources)])
  return homePage(visit, { tasks, firstSteps, business })
}
