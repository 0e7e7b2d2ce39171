import type { MerchantId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import type { BackOffice } from '../back-office.ts'
import { type DashboardKind, dashboardKinds } from './dashboard-kinds.ts'
import type { ActivityDetails, DetailValue } from './details.ts'
import { type SupportKind, supportKinds } from './support-kinds.ts'

/** What everybody does on their own account. */
export const ownKinds = [
  'sign_in',
  'sign_out',
  'change_password',
  'set_second_factor',
  'remove_second_factor',
  'make_recovery_codes',
  'use_recovery_code',
  'end_session',
  'end_other_sessions',
  'switch_merchant',
  'invite_person',
  'withdraw_invitation',
  'accept_invitation',
  'change_role',
  'remove_member',
] as const

export type OwnKind = (typeof ownKinds)[number]

/** What people do that is written down: rooms above say each in words of their own. */
export type ActivityKind = OwnKind | DashboardKind | SupportKind

export const activityKinds: readonly ActivityKind[] = [...new Set([...ownKinds, ...dashboardKinds, ...supportKinds])]

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
