import type { ClaimedWork } from '../../platform/due/due.ts'
import { type ChargeKey, type ChargeKind, chargeTimes } from './charge.ts'
import type { ChargePurpose } from './purpose.ts'
import { resolveCharge } from './resolve-charge.ts'
import { listDueCharges } from './store/charges.ts'

/** Charges of these kinds that the processor is to be asked about. One whose answer does not come holds up no other. */
export function dueChargesOf(
  name: string,
  kinds: readonly ChargeKind[],
  purpose: ChargePurpose,
): ClaimedWork<ChargeKey> {
  return {
    name,
    everyMs: 1_000,
    maxInFlight: 16,
    get claimsForMs() {
      return chargeTimes.roundMs
    },
    async listDue(app, limit) {
      const rows = await app.db.run(listDueCharges, { kinds, limit })
      return rows.map(({ merchant_id, id }) => ({ merchantId: merchant_id, id }))
    },
    run: (app, key) => resolveCharge(app, purpose, key),
  }
}
