import { getPayout } from '../../../money/settlements/get-payout.ts'
import { getSettlement } from '../../../money/settlements/get-settlement.ts'
import { listSettlementLines } from '../../../money/settlements/list-lines.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { discloseLines } from '../../back-office/disclosure/disclose-line.ts'
import type { Answer, Visit } from '../page.ts'
import { readSettlementKey } from './settlement-key.ts'
import { statementPage } from './views/statement.ts'

/** A statement of more lines is a book: they are in the CSV. */
const mostLines = 500

/** A day as it is printed and kept: who sold, who is paid, how the net comes about, and every line. */
export async function viewStatement(visit: Visit): Promise<Answer> {
  const { app, actor } = visit
  const stores = await listStores(app, actor.merchantId)
  const whole = await getSettlement(app, actor, readSettlementKey(visit, stores))
  const { settlement } = whole
  const { lines, totalCount } = await listSettlementLines(app, whole, { limit: mostLines, offset: 0 })
  const { payoutId, storeId } = settlement
  const payout = payoutId === null ? undefined : (await getPayout(app, actor, payoutId)).payout
  const store = stores.find(({ id }) => id === storeId)
  return statementPage(visit, { settlement, lines: discloseLines(visit, lines), totalCount, payout, store })
}
