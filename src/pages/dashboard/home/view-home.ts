import { listStores } from '../../../platform/merchants/stores/stores.ts'
import type { Answer, Visit } from '../page.ts'
import { ownWebhooksAt } from '../webhooks/own-webhooks.ts'
import { loadBusiness } from './load-business.ts'
import { loadFirstSteps } from './load-first-steps.ts'
import { loadTasks } from './load-tasks.ts'
import type { Own } from './own.ts'
import { homePage } from './views/home.ts'

/** The first page: what waits for somebody, and how business goes. Whoever has no payment yet is shown the first steps. */
export async function viewHome(visit: Visit): Promise<Answer> {
  const stores = await listStores(visit.app, visit.actor.merchantId)
  const own: Own = { stores, webhooks: await ownWebhooksAt(visit, stores) }
  // What falls due by the first is in the figures of the others.
  const tasks = await loadTasks(visit, own)
  const [firstSteps, business] = await Promise.all([loadFirstSteps(visit, own), loadBusiness(visit, own)])
  return homePage(visit, { tasks, firstSteps, business })
}
