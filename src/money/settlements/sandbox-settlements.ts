import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import type { SandboxRemains } from '../../platform/merchants/sandbox-remains.ts'
import { getHead, lockLedger } from '../ledger/seals.ts'
import { countPaymentsOfSandbox } from '../payments/payments-of-sandbox.ts'
import { bookMovements } from './bookings.ts'
import { closeDay } from './store/pending.ts'
import { countSettlementsOfSandbox, holdSettlements, listOpenDaysOfSandbox } from './store/sandbox.ts'

/**
 * Unpaid settlements of a sandbox's live payments. They go before these payments are held: afterwards these
 * settlements cannot be found. A day that is not over is closed now, so that production's captures of that day get
 * another settlement.
 */
export const sandboxSettlements: SandboxRemains = {
  one: 'unpaid settlement',
  many: 'unpaid settlements',
  done: 'held: never paid out',
  list: ({ db }, isUnmarkedToo) => db.run(countSettlementsOfSandbox, { isUnmarkedToo }),
  async remove(app, isUnmarkedToo) {
    for (const { merchant_id } of await countPaymentsOfSandbox(app, isUnmarkedToo)) {
      while (await hold(app, merchant_id, isUnmarkedToo));
    }
  },
}

// Returns whether more entries wait to be booked.
async function hold(app: App, merchantId: MerchantId, isUnmarkedToo: boolean): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, merchantId)
    if (await bookMovements(app, tx, merchantId)) return true
    const { number: sealNumber, hash: sealHash } = await getHead(tx, merchantId)
    const closedAt = app.clock.now()
    for (const { id } of await tx.run(listOpenDaysOfSandbox, { merchantId, isUnmarkedToo })) {
      await tx.run(closeDay, { merchantId, id, closedAt, payableAt: closedAt, sealNumber, sealHash })
    }
    await tx.run(holdSettlements, { merchantId, isUnmarkedToo })
    return false
  })
}
