import type { Region } from '../../platform/base/countries.ts'

/** Whose purchases: a phone that a code proved, in one region and mode, at whatever merchant. */
export interface PurchaseOwner {
  readonly region: Region
  readonly isTest: boolean
  /** E.164. */
  readonly phone: string
}
