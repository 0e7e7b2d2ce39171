import { listSettlements, type SettlementFilter } from '../../../money/settlements/list-settlements.ts'
import { day } from '../../../platform/base/times.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { type DayFilter, readDays, spanOf } from '../day-filter.ts'
import type { Answer, Visit } from '../page.ts'
import { settlementsPage } from './views/settlements.ts'

const pageSize = 50

/** The list of closed days. */
export async function viewSettlements(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const stores = await listStores(app, actor.merchantId)
  const filter = readDays(visit, stores)
  const { offset } = filter
  const page = filter.isWrong
    ? { settlements: [], totalCount: 0 }
    : await listSettlements(app, actor, { ...endsOf(filter, stores), limit: pageSize, offset })
  return settlementsPage(visit, { ...page, filter, stores, pageSize })
}

/** A day is found by the midnight that ends it. */
export function endsOf(
  filter: DayFilter,
  stores: readonly Store[],
): Pick<SettlementFilter, 'storeId' | 'endsFrom' | 'endsTo'> {
  const { start, end } = spanOf(filter, stores)
  return { storeId: filter.storeId, endsFrom: start === null ? null : start + day, endsTo: end }
}
