import type { Adjustment } from '../../money/payments/adjustments.ts'
import type { Country, Currency } from '../../platform/base/markets.ts'
import type { Lang } from '../../platform/ui/words/lang.ts'

interface PlanPart {
  /** YYYY-MM-DD. */
  readonly dueDate: string
  readonly amountMinor: bigint
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
  /** Four parts; the first is paid today. */
  readonly parts: readonly PlanPart[]
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
export function addressOf(model: Pick<ViewModel, 'sessionId' | 'lang'>, step = ''): string {
  return `/hpp/${step}?sessionId=${model.sessionId}&lang=${model.lang}`
}
