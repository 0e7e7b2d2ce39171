import type { Queryable } from '../../platform/db/db.ts'
import { type Charge, chargeTimes } from './charge.ts'
import { chargeRow, insertCharge } from './store/charges.ts'

/**
 * Writes a charge down before the processor is asked for it; false where the payment has one under way, or its session one that is
 * approved: of two presses one charges. It is looked after from now on, whatever becomes of who wrote it.
 */
export async function openCharge(on: Queryable, charge: Charge): Promise<boolean> {
  return (await on.run(insertCharge, { ...chargeRow(charge), checkInMs: chargeTimes.openMs })).length > 0
}
