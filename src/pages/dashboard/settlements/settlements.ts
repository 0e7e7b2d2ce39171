import type { Section } from '../page.ts'
import { exportLines, exportSettlements } from './csv-files.ts'
import { viewPayout } from './view-payout.ts'
import { viewPayouts } from './view-payouts.ts'
import { viewSettlement } from './view-settlement.ts'
import { viewSettlements } from './view-settlements.ts'
import { viewStatement } from './view-statement.ts'

/** What the merchant is owed for each day, line by line, and what was paid. */
export const settlements: Section = {
  pages: [
    { path: '/settlements', permission: 'see_settlements', view: viewSettlements },
    { path: '/settlements.csv', isFile: true, permission: 'export', view: exportSettlements },
    { path: '/settlements/:id', permission: 'see_settlements', view: viewSettlement },
    { path: '/settlements/:id/lines.csv', isFile: true, permission: 'export', view: exportLines },
    { path: '/settlements/:id/statement', permission: 'see_settlements', view: viewStatement },
    { path: '/payouts', permission: 'see_settlements', view: viewPayouts },
    { path: '/payouts/:id', permission: 'see_settlements', view: viewPayout },
  ],
  forms: [],
}
