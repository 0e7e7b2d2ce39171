import type { Country } from '../../platform/base/countries.ts'
import type { Currency } from '../../platform/base/money.ts'
import type { Lang } from '../../platform/ui/words/lang.ts'

interface PlanPart {
  /** YYYY-MM-DD. */
  readonly dueDate: string
  readonly amountMinor: bigint
}

export interface OrderItem {
  readonly title: string
  readonly quantity: number
  /** For all of them, in minor units. */
  readonly amountMinor: bigint
}

/** What every view of one session shows. */
export interface ViewModel {
  readonly lang: Lang
  readonly country: Country
  readonly isTest: boolean
  readonly storeName: string
  /** Where its logo is; undefined where it has none. */
  readonly storeLogo: string | undefined
  readonly orderReference: string
  readonly amountMinor: bigint
  readonly currency: Currency
  /** Four parts; the first is paid today. */
  readonly parts: readonly PlanPart[]
  readonly items: readonly OrderItem[]
  readonly sessionId: string
  /** Goes with every form, so that only our own pages can send one. */
  readonly csrfToken: string
  /** How long the session has left; undefined once that does not matter. */
  readonly secondsLeft: number | undefined
  /** The session's stage, for the script to notice when it changes. */
  readonly stage: string
}

/** The address of a page or form of the session. */
export function addressOf(model: Pick<ViewModel, 'sessionId' | 'lang'>, step = ''): string {
  return `/hpp/${step}?sessionId=${model.sessionId}&lang=${model.lang}`
}
