import type { App } from '../../platform/app/app.ts'
import type { Currency } from '../../platform/base/money.ts'
import { listExposuresOfPhone } from './store/customers.ts'

/** What a customer owes in one mode and currency, at all merchants. */
export interface OpenExposure {
  readonly isTest: boolean
  readonly currency: Currency
  readonly openMinor: bigint
  readonly isOverdue: boolean
}

/** What is open of the plans of a phone (E.164); nothing where nothing is owed. */
export async function findExposure(app: App, phone: string): Promise<OpenExposure[]> {
  return (await app.db.run(listExposuresOfPhone, { phone })).map((row) => ({
    isTest: row.is_test,
    currency: row.currency as Currency,
    openMinor: row.open_minor,
    isOverdue: row.is_overdue,
  }))
}
