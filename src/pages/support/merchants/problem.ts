import type { Fields } from '../../../platform/people/pages/answers.ts'
import type { AdminProblem } from '../../../platform/people/pages/team-problems.ts'

/** Why a form of the merchant's page saved nothing, and the fields that were sent. */
export interface Problem {
  /** The form: `new_store`, `risk_live`, `risk_test`, `invite`, `own_request`, or a store's id. */
  readonly of: string
  readonly fields: Fields
  /** The saved values have changed since the page was opened. The page now shows the new ones. */
  readonly isStale?: boolean
  /** The wrong fields of a store's plans, and whether only the profile of the market is against them. */
  readonly wrong?: ReadonlySet<string>
  readonly isBeyond?: boolean
  /** Why no first admin was invited. */
  readonly admin?: AdminProblem
}
