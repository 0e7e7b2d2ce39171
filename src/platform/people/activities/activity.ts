import type { MerchantId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { BackOffice } from '../back-office.ts'
import type { ActivityKind } from './kinds.ts'

/** What somebody did, as it is written down. */
export interface NewActivity {
  readonly what: ActivityKind
  /** On what kind of thing, and which: `payment` and its id; the person where it is about nothing else. */
  readonly onKind: string
  readonly onId: string
  /** Whose thing it is, for support; somebody of a merchant's acts for that one. */
  readonly merchantId?: MerchantId
  /** The mode of the thing; absent where it has none. */
  readonly isTest?: boolean
  /** What else there is to say: no secret, and nothing personal of a customer. */
  readonly details?: ActivityDetails
}

/** What somebody did, as it is read. */
export interface Activity {
  readonly id: string
  readonly merchantId: MerchantId
  readonly at: Instant
  readonly backOffice: BackOffice
  readonly personId: string
  readonly email: string
  readonly what: ActivityKind
  readonly onKind: string
  readonly onId: string
  /** Null where it is of no mode. */
  readonly isTest: boolean | null
  readonly address: string
  readonly requestId: string
  readonly details: Readonly<Record<string, DetailValue>>
}

/** What else there is to say of what somebody did, by its name: each has a word in the logs of both back offices. */
export const detailNames = [
  ...['amount', 'currency', 'reference_id', 'request_id', 'payment_id', 'notification_id', 'from', 'to', 'asked'],
  ...['host', 'event', 'events', 'webhooks', 'file', 'filter', 'searched', 'store', 'merchant_code', 'country', 'name'],
  ...['kind', 'permissions', 'last_four', 'changed', 'iban', 'email', 'role', 'before'],
  ...['sessions', 'checkouts', 'sign_ins'],
  ...['checkout', 'smallest_order', 'largest_order', 'session_minutes', 'payment_minutes', 'auto_capture'],
  ...['fee_percent', 'fee_fixed', 'fee_vat_percent', 'fee_refund'],
  ...['max_open_exposure', 'max_orders_per_day', 'refuse_overdue'],
  ...['advance', 'rule'],
] as const

export type DetailName = (typeof detailNames)[number]

export type DetailValue = string | number | boolean | null

/** Beside what has a word: why somebody did it, which is quoted, and by what an opening is found, which is nothing to read. */
export type ActivityDetails = Readonly<Partial<Record<DetailName | 'reason' | 'opening', DetailValue>>>

/** What of a store its people change, as the detail `changed` names it: each has a word in the logs of both back offices. */
export type SettingName = 'name' | 'smallestOrderMinor' | 'largestOrderMinor' | 'autoCaptureSeconds' | 'logo'
