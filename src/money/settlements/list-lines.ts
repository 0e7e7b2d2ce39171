import type { App } from '../../platform/app/app.ts'
import type { WholeSettlement } from './get-settlement.ts'
import type { SettlementLine } from './settlement.ts'
import { countLines, lineFrom, listLinePage } from './store/lines.ts'

interface LinePage {
  /** Oldest first. */
  readonly lines: readonly SettlementLine[]
  readonly totalCount: number
}

/** Some of a settlement's lines, and how many there are in all. */
export async function listSettlementLines(
  app: App,
  { settlement, pages }: WholeSettlement,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<LinePage> {
  if (settlement.status === 'open') {
    // Held already, for they may grow between two looks: nothing is copied but what is shown.
    const lines: SettlementLine[] = []
    let totalCount = 0
    for await (const page of pages) {
      lines.push(...page.slice(Math.max(0, offset - totalCount), Math.max(0, offset + limit - totalCount)))
      totalCount += page.length
    }
    return { lines, totalCount }
  }
  const of = { merchantId: settlement.merchantId, settlementId: settlement.id }
  const [[counted], rows] = await Promise.all([
    app.db.run(countLines, of),
    app.db.run(listLinePage, { ...of, limit, offset }),
  ])
  return { lines: rows.map(lineFrom), totalCount: counted?.count ?? 0 }
}
