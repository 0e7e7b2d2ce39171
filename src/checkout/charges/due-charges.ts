import type { ClaimedWork } from '../../due/due.ts'
import { listDueCharges } from '../store/charges.ts'
import { type ChargeKey, chargeTimes } from './charge.ts'
import { resolveCharge } from './resolve-charge.ts'

/**
 * Charges that the processor is to be asked about: those whose answer never came, those that were written off and may have been
 * charged since, and those to be voided. One whose answer does not come holds up no other.
 */
export const dueCharges: ClaimedWork<ChargeKey> = {
  name: 'resolve open charges',
  everyMs: 1_000,
  maxInFlight: 16,
  get claimsForMs() {
    return chargeTimes.roundMs
  },
  async listDue(app, limit) {
    const rows = await app.db.run(listDueCharges, { limit })
    return rows.map(({ merchant_id, id }) => ({ merchantId: merchant_id, id }))
  },
  run: resolveCharge,
}
