import type { Adjustment } from '../../money/payments/adjustments.ts'
import type { Part } from '../../money/plans/plan.ts'
import type { Country, Currency } from '../../platform/base/markets.ts'
import type { PlanTerms } from '../../platform/merchants/stores/plan-terms.ts'
import type { Lang } from '../../platform/ui/words/lang.ts'

/** One of the plans that the customer may choose. */
export interface PlanChoice {
  /** Such as `6xP1M`. */
  readonly name: string
  readonly terms: PlanTerms
  /** The first part is paid today. */
  readonly parts: readonly Part[]
  readonly feeMinor: bigint
}

export interface OrderItem {
  readonly title: string
  readonly quantity: number
  /** For the whole quantity, in minor units. */
  readonly amountMinor: bigint
}

/** What every view of a session needs. */
export interface ViewModel {
  readonly lang: Lang
  readonly country: Country
  readonly isTest: boolean
  readonly storeName: string
  /** The address of the store's logo; undefined: no logo. */
  readonly storeLogo: string | undefined
  readonly orderReference: string
  readonly amountMinor: bigint
  readonly currency: Currency
  /** The plan that holds so far, and all that are offered, the first choice first. */
  readonly plan: PlanChoice
  readonly plans: readonly PlanChoice[]
  /** The plan that the address asks for, while it can be chosen. */
  readonly planOfAddress?: string | undefined
  /** Whether the shop has sent no date of birth: then the customer says to be of age. */
  readonly isAgeUnknown: boolean
  readonly items: readonly OrderItem[]
  /** Delivery, discount and tax beside the items. */
  readonly adjustments: readonly Adjustment[]
  readonly sessionId: string
  /** The CSRF token of the page's forms. */
  readonly csrfToken: string
  /** Seconds until the session expires; undefined if it can no longer expire. */
  readonly secondsLeft: number | undefined
  /** The session's stage. The script reloads the page when it changes. */
  readonly stage: string
}

/** Returns the address of a page or form of the session. */
export function addressOf(model: Pick<ViewModel, 'sessionId' | 'lang' | 'planOfAddress'>, step = ''): string {
  const plan = model.planOfAddress === undefined ? '' : `&plan=${model.planOfAddress}`
  return `/hpp/${step}?sessionId=${model.sessionId}&lang=${model.lang}${plan}`
}
