import type { App } from '../../../platform/app/app.ts'
import type { MerchantId } from '../../../platform/base/ids.ts'
import type { Currency } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { codeKeyOf } from '../../../platform/merchants/merchant.ts'
import { type BankPayout, noIban, type PayoutState } from '../payout.ts'
import { bankPayoutFrom, listHeldPayouts as list, listBankPayouts, listHeldStores } from '../store/bank-payouts.ts'

/** Live payouts of all merchants that the bank is not told of, for their store names no IBAN, oldest first. */
export async function listHeldPayouts(
  app: App,
  page: { readonly after: Instant; readonly afterId: string; readonly limit: number },
): Promise<readonly (BankPayout & { readonly merchantName: string })[]> {
  return (await app.db.run(list, page)).map((row) => ({ ...bankPayoutFrom(row), merchantName: row.merchant_name }))
}

export interface AllPayoutsFilter {
  /** Of each: null is all. */
  readonly merchantId: MerchantId | null
  readonly merchantCode: string | null
  readonly isTest: boolean | null
  readonly state: PayoutState | null
  readonly limit: number
}

export interface ListedPayout extends BankPayout {
  /** Why the bank will not be told of it; null where it will be, or was. */
  readonly heldFor: typeof noIban | null
}

/** A store whose merchant is not paid what it has sold. */
export interface HeldStore {
  readonly merchantId: MerchantId
  readonly merchantCode: string
  readonly isTest: boolean
  readonly currency: Currency
  readonly heldFor: typeof noIban | 'owed nothing or less' | 'made in a sandbox'
  /** Of the payouts that wait for an IBAN, or of the days that are carried. */
  readonly amountMinor: bigint
  readonly count: number
}

export interface AllPayouts {
  /** Newest first. */
  readonly payouts: readonly ListedPayout[]
  readonly hasMore: boolean
  /** Whatever their state. */
  readonly held: readonly HeldStore[]
}

/** The payouts of all merchants, and which stores are not paid and why. Nothing falls due by it: what it shows is what is written. */
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
