import type { App } from '../../platform/app/app.ts'
import { settleDueOf } from '../../platform/due/settling.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import { dueSettlements } from './due-settlements.ts'
import type { Payout } from './payout.ts'
import { refusals } from './refusals.ts'
import type { Settlement } from './settlement.ts'
import { findPayoutRow, payoutFrom } from './store/payouts.ts'
import { listSettlementsOfPayout, settlementFrom } from './store/settlements.ts'

interface WholePayout {
  readonly payout: Payout
  /** The days that it pays, oldest first. */
  readonly settlements: readonly Settlement[]
}

/** A payout with what it pays. Refuses with 404 one of another merchant or of the other mode. */
export async function getPayout(app: App, actor: Actor, id: string): Promise<WholePayout> {
  await settleDueOf(app, dueSettlements, actor)
  const { merchantId, isTest } = actor
  const [row] = await app.db.run(findPayoutRow, { merchantId, isTest, id })
  if (row === undefined) throw refusals.noSuchPayout()
  const settlements = await app.db.run(listSettlementsOfPayout, { merchantId, isTest, payoutId: id })
  return { payout: payoutFrom(row), settlements: settlements.map(settlementFrom) }
}
