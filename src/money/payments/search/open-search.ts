import type { App } from '../../../platform/app/app.ts'
import { settleDueOf } from '../../../platform/due/settling.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { duePayments } from '../due-payments.ts'
import { loadSearch } from './load-search.ts'
import type { PaymentFilter } from './payment-filter.ts'
import type { Search } from './search.ts'

/**
 * The search that the actor's filter stands for, for whatever is read by it: pages, totals, a walk. What is due of the merchant is settled
 * first, as before the API's list, so that no status is stale.
 */
export async function openSearch(app: App, actor: Actor, filter: PaymentFilter): Promise<Search> {
  await settleDueOf(app, duePayments, actor)
  return loadSearch(app, actor, filter)
}
