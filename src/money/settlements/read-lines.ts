import type { App } from '../../platform/app/app.ts'
import { nilId } from '../../platform/base/ids.ts'
import type { Settlement, SettlementLine } from './settlement.ts'
import { lineFrom, listLines } from './store/lines.ts'

const pageSize = 1_000
const first = nilId

/** All lines of a settlement, oldest first, page by page as they are asked for. */
export async function* readLines(
  app: App,
  { merchantId, id: settlementId }: Pick<Settlement, 'merchantId' | 'id'>,
): AsyncGenerator<readonly SettlementLine[]> {
  for (let after = first; ; ) {
    const rows = await app.db.run(listLines, { merchantId, settlementId, after, limit: pageSize })
    yield rows.map(lineFrom)
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    after = last.id
  }
}
