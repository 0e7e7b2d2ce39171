import { randomInt } from 'node:crypto'
import type { MerchantId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/money.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Beneficiary } from '../../platform/merchants/stores/beneficiary.ts'

/** `pending`: to be exported; `exported`: the bank was told; `paid`: the bank has said so. */
export type PayoutState = 'pending' | 'exported' | 'paid'

/** Money on its way to a merchant, for settlements of one store. */
export interface Payout {
  readonly merchantId: MerchantId
  readonly id: string
  readonly merchantCode: string
  readonly isTest: boolean
  readonly currency: Currency
  readonly amountMinor: bigint
  /** What stands on the bank statement. */
  readonly reference: string
  readonly state: PayoutState
  readonly createdAt: Instant
  readonly paidAt: Instant | null
  readonly settlementIds: readonly string[]
}

// Without letters and digits that are read for one another.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A reference that no other payout has: 16 letters and digits, as many as banks carry everywhere. */
export function newPayoutReference(): string {
  return `QIST${Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')}`
}

/** A payout as operators and the bank see it. */
export interface BankPayout extends Omit<Payout, 'settlementIds'> {
  /** Whom the bank was told to pay; empty before it was told. */
  readonly beneficiary: Beneficiary
  /** When the bank was last told, by the database's clock (decisions/0043). */
  readonly exportedAt: Instant | null
}

/** Why a payout that should go to the bank does not. */
export const noIban = 'no beneficiary IBAN'
