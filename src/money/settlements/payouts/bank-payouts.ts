import type { App } from '../../../platform/app/app.ts'
import type { MerchantId } from '../../../platform/base/ids.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { codeKeyOf } from '../../../platform/merchants/merchant.ts'
import { type BankPayout, noIban, type PayoutState } from '../payout.ts'
import { bankPayoutFrom, listHeldPayouts as list, listBankPayouts, listHeldStores } from '../store/bank-payouts.ts'

/** Returns live payouts of all merchants that are not exported because their store has no IBAN, oldest first. */
export async function listHeldPayouts(
  app: App,
  page: { readonly after: Instant; readonly afterId: string; readonly limit: number },
): Promise<readonly (BankPayout & { readonly merchantName: string })[]> {
  return (await app.db.run(list, page)).map((row) => ({ ...bankPayoutFrom(row), merchantName: row.merchant_name }))
}

export interface AllPayoutsFilter {
  /** Null: all. */
  readonly merchantId: MerchantId | null
  readonly merchantCode: string | null
  readonly isTest: boolean | null
  readonly state: PayoutState | null
  readonly limit: number
}

export interface PayoutRow extends BankPayout {
  /** Why it is not exported; null if it is or will be. */
  readonly heldFor: typeof noIban | null
}

/** A store whose payouts are on hold. */
export interface HeldStore {
  readonly merchantId: MerchantId
  readonly merchantCode: string
  readonly isTest: boolean
  readonly currency: Currency
  readonly heldFor: typeof noIban | 'owed nothing or less' | 'made in a sandbox'
  /** The sum of the payouts without an IBAN, or of the carried days. */
  readonly amountMinor: bigint
  readonly count: number
}

export interface AllPayouts {
  /** Newest first. */
  readonly payouts: readonly PayoutRow[]
  readonly hasMore: boolean
  /** Independent of the filter's state. */
  readonly held: readonly HeldStore[]
}

/**
 * Returns the payouts of all merchants, and the stores on hold with the reason. It settles nothing that is due: it
 * returns what is stored.
 */
export async function listAllPayouts(app: App, { limit, state, ...filter }: AllPayoutsFilter): Promise<AllPayouts> {
  const { merchantId, merchantCode, isTest } = filter
  const stores = { merchantId, codeKey: merchantCode === null ? null : codeKeyOf(merchantCode), isTest }
  const rows = await app.db.run(listBankPayouts, { ...stores, state, limit: limit + 1 })
  const held = await app.db.run(listHeldStores, stores)
  return {
    payouts: rows.slice(0, limit).map((row) => ({ ...bankPayoutFrom(row), heldFor: row.is_held ? noIban : null })),
    hasMore: rows.length > limit,
    held: held.map((row) => ({
      merchantId: row.merchant_id,
      merchantCode: row.merchant_code,
      isTest: row.is_test,
      currency: row.currency as Currency,
      heldFor: heldForOf(row),
      amountMinor: row.amount_minor,
      count: row.count,
    })),
  }
}

function heldForOf(row: { readonly is_carried: boolean; readonly is_held: boolean }): HeldStore['heldFor'] {
  if (row.is_held) return 'made in a sandbox'
  return row.is_carried ? 'owed nothing or less' : noIban
}
