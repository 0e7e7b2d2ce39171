import type { MerchantId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { BackOffice } from '../back-office.ts'
import type { ActivityKind } from './kinds.ts'

/** An activity before it is saved. */
export interface NewActivity {
  readonly what: ActivityKind
  /** The kind of the object, such as `payment`, and its id. It is the person if there is no other object. */
  readonly onKind: string
  readonly onId: string
  /** The merchant of the object, for agents. For a merchant's person it is the session's merchant. */
  readonly merchantId?: MerchantId
  /** The mode of the object; absent if it has none. */
  readonly isTest?: boolean
  /** More about the act. No secret, no personal data of a customer. */
  readonly details?: ActivityDetails
}

/** A saved activity: what a person did in a back office. */
export interface Activity {
  readonly id: string
  readonly merchantId: MerchantId
  readonly at: Instant
  readonly backOffice: BackOffice
  readonly personId: string
  /** What was stored of the person. */
  readonly email: string
  /** The name that the person has chosen by now; undefined without one. */
  readonly name: string | undefined
  readonly what: ActivityKind
  readonly onKind: string
  readonly onId: string
  /** Null if the object has no mode. */
  readonly isTest: boolean | null
  readonly address: string
  readonly requestId: string
  readonly details: Readonly<Record<string, DetailValue>>
}

/** The names of details. Each has a word in the logs of both back offices. */
export const detailNames = [
  ...['amount', 'currency', 'reference_id', 'request_id', 'payment_id', 'notification_id', 'from', 'to', 'asked'],
  ...[
    'host',
    'event',
    'events',
    'only_missing',
    'webhooks',
    'file',
    'filter',
    'searched',
    'store',
    'merchant_code',
    'country',
    'name',
  ],
  ...['kind', 'permissions', 'last_four', 'changed', 'iban', 'email', 'role', 'before'],
  ...['sessions', 'checkouts', 'sign_ins'],
  ...[
    'checkout',
    'smallest_order',
    'largest_order',
    'session_minutes',
    'payment_minutes',
    'auto_capture',
    'refund_days',
  ],
  ...['fee_percent', 'fee_fixed', 'fee_vat_percent', 'fee_refund'],
  ...['plans', 'service_fee_refund', 'responsibility'],
  ...['max_open_exposure', 'max_orders_per_day', 'refuse_overdue'],
  ...['advance', 'rule'],
] as const

export type DetailName = (typeof detailNames)[number]

export type DetailValue = string | number | boolean | null

/** `reason`: the person's own words, quoted. `opening`: the key of an opening, never shown. */
export type ActivityDetails = Readonly<Partial<Record<DetailName | 'reason' | 'opening', DetailValue>>>

/** The settings of a store, as the detail `changed` names them. Each has a word in the logs of both back offices. */
export type SettingName =
  | 'name'
  | 'checkout'
  | 'smallestOrderMinor'
  | 'largestOrderMinor'
  | 'autoCaptureSeconds'
  | 'logo'
  | 'legalEntity'
