import type { App } from '../../platform/app/app.ts'
import type { AddImpersonatedPages } from '../back-office/impersonation-view.ts'

/** Functions that the entry passes in, from rooms that this room may not import. */
export interface SupportParts {
  /** Adds the dashboard's pages below the impersonation view. */
  readonly addImpersonatedDashboard: AddImpersonatedPages
  /** Unlocks the sign-ins of a phone (E.164) to the customer's account. Returns their number. */
  readonly unlockSignIns: (app: App, phone: string) => Promise<number>
}
