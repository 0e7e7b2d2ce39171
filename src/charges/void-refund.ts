import type { CardRefund } from '../adapters/card-processor.ts'
import type { Charge } from './charge.ts'

/** The refund by which a charge is voided, as the processor is asked for it: all of the charge, by the charge's own id. */
export function voidRefund(charge: Charge): CardRefund {
  const { id, merchantId, isTest, reference, amountMinor, currency, voidAttempt: attempt, createdAt: at } = charge
  return { id, merchantId, isTest, charge: { id, reference }, amountMinor, currency, attempt, at }
}
