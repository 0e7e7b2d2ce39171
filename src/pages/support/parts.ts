import type { Readable } from 'node:stream'
import type { Customer } from '../../money/customers/customer-payments.ts'
import type { App } from '../../platform/app/app.ts'
import type { ErasedPlace } from '../../platform/merchants/erased-place.ts'
import type { AddImpersonatedPages } from '../back-office/impersonation-view.ts'

/** Functions that the entry passes in, from rooms that this room may not import. */
export interface SupportParts {
  /** Adds the dashboard's pages below the impersonation view. */
  readonly addImpersonatedDashboard: AddImpersonatedPages
  /** Unlocks the sign-ins of a phone (E.164) to the customer's account. Returns their number. */
  readonly unlockSignIns: (app: App, phone: string) => Promise<number>
  /** Returns what is kept of a customer as a ZIP; undefined for an unknown phone, `busy` if all places are taken. */
  readonly makeArchive: (app: App, customer: Customer) => Promise<Readable | Buffer | 'busy' | undefined>
  /** Loads every place with personal data, for erasing. */
  readonly loadErasedPlaces: (app: App) => Promise<readonly ErasedPlace[]>
}
