import type { App } from '../../platform/app/app.ts'
import type { AddImpersonatedPages } from '../back-office/impersonation-view.ts'

/** What rooms beside this one lend it. */
export interface SupportParts {
  /** Puts the dashboard's pages where support looks at them. */
  readonly addImpersonatedDashboard: AddImpersonatedPages
  /** Lets a phone (E.164) try codes again where customers sign in to their account; answers how many sign-ins it was. */
  readonly unlockSignIns: (app: App, phone: string) => Promise<number>
}
