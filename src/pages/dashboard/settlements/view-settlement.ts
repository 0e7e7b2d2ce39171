import { getSettlement } from '../../../money/settlements/get-settlement.ts'
import { listSettlementLines } from '../../../money/settlements/list-lines.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { discloseLines } from '../../back-office/disclosure/disclose-line.ts'
import { readOffset } from '../day-filter.ts'
import type { Answer, Visit } from '../page.ts'
import { readSettlementKey } from './settlement-key.ts'
import { emptyDayPage, settlementPage } from './views/settlement.ts'

const pageSize = 50

/** The page of one day: how its net comes about, and its lines. */
export async function viewSettlement(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const stores = await listStores(app, actor.merchantId)
  const key = readSettlementKey(visit, stores)
  try {
    const whole = await getSettlement(app, actor, key)
    const offset = readOffset(visit.query('offset'))
    const { lines, totalCount } = await listSettlementLines(app, whole, { limit: pageSize, offset })
    return settlementPage(visit, { ...whole, lines: discloseLines(visit, lines), totalCount, offset, pageSize, stores })
  } catch (error) {
    // A day of which nothing is known yet is no wrong address.
    if (error instanceof Refusal && error.kind === 'not_found' && 'date' in key) return emptyDayPage(visit, key.date)
    throw error
  }
}
