import type { Instant } from '../../../platform/base/times.ts'
import type { Beneficiary } from '../../../platform/merchants/stores/beneficiary.ts'
import type { Payout } from '../payout.ts'

/** A payout as operators and the bank see it. */
export interface BankPayout extends Omit<Payout, 'settlementIds'> {
  /** Whom the bank was told to pay; empty before it was told. */
  readonly beneficiary: Beneficiary
  /** When the bank was last told, by the database's clock (decisions/0043). */
  readonly exportedAt: Instant | null
}

/** Why a payout that should go to the bank does not. */
export const noIban = 'no beneficiary IBAN'
