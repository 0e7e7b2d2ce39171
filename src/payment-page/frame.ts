import type { Currency } from '../base/money.ts'
import type { Country } from '../merchants/merchant.ts'

export interface ShownPart {
  /** YYYY-MM-DD. */
  readonly dueDate: string
  readonly amountMinor: bigint
}

export interface ShownItem {
  readonly title: string
  readonly quantity: number
  /** For all of them, in minor units. */
  readonly amountMinor: bigint
}

/** What every view of one session shows. */
export interface Frame {
  readonly lang: 'en' | 'ar'
  readonly country: Country
  readonly isTest: boolean
  readonly storeName: string
  readonly orderReference: string
  readonly amountMinor: bigint
  readonly currency: Currency
  /** Four parts; the first is paid today. */
  readonly parts: readonly ShownPart[]
  readonly items: readonly ShownItem[]
  readonly sessionId: string
  /** Goes with every form, so that only our own pages can send one. */
  readonly formToken: string
  /** How long the session has left; undefined once that does not matter. */
  readonly secondsLeft: number | undefined
  /** Where the session stands, for the script to notice when that changes. */
  readonly stage: string
  readonly assets: AssetAddresses
}

export interface AssetAddresses {
  readonly style: string
  readonly script: string
  readonly mark: string
}

/** The address of a page or form of the session. */
export function addressOf(frame: Pick<Frame, 'sessionId' | 'lang'>, step = ''): string {
  return `/hpp/${step}?sessionId=${frame.sessionId}&lang=${frame.lang}`
}
