import { randomInt } from 'node:crypto'
import type { MerchantId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { Beneficiary } from '../../platform/merchants/stores/beneficiary.ts'

/** `pending`: not exported yet; `exported`: in a file for the bank; `paid`: confirmed by the bank. */
export type PayoutState = 'pending' | 'exported' | 'paid'

/** Money on its way to a merchant, for settlements of one store. */
export interface Payout {
  readonly merchantId: MerchantId
  readonly id: string
  readonly merchantCode: string
  readonly isTest: boolean
  readonly currency: Currency
  readonly amountMinor: bigint
  /** The reference on the bank statement. */
  readonly reference: string
  readonly state: PayoutState
  readonly createdAt: Instant
  readonly paidAt: Instant | null
  readonly settlementIds: readonly string[]
}

// Without I and O, which look like digits.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a new unique reference: 16 letters and digits, a length that all banks support. */
export function newPayoutReference(): string {
  return `QIST${Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')}`
}

/** A payout for operators and for the bank. */
export interface BankPayout extends Omit<Payout, 'settlementIds'> {
  /** The beneficiary in the last export; empty before the first. */
  readonly beneficiary: Beneficiary
  /** The time of the last export by the database's clock (decisions/0043). */
  readonly exportedAt: Instant | null
}

/** The reason of a payout that is not exported. */
export const noIban = 'no beneficiary IBAN'
