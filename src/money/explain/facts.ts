import type { Store } from '../../platform/merchants/merchant.ts'
import type { Announcement } from '../../platform/webhooks/story/list-announcements.ts'
import type { LoadedPlan } from '../collections/get-plan.ts'
import type { PlanMessage } from '../collections/messages/messages.ts'
import type { Case } from '../disputes/cases.ts'
import type { EntryOfSource } from '../ledger/list-entries.ts'
import type { Payment } from '../payments/payment.ts'
import type { ReturnRequest } from '../payments/return-requests/return-request.ts'
import type { PaymentStep } from '../payments/timeline/timeline.ts'
import type { Decision } from '../risk/judge.ts'
import type { SettledLine } from '../settlements/lines.ts'
import type { Moment } from './order-events.ts'

/** Of what a payment may have very many, how much was not read; each of it is there. */
export interface LeftOut {
  readonly changes: number
  readonly notifications: number
  readonly messages: number
  readonly settlementLines: number
}

/** All that a payment's story is told from, oldest first. Amounts in minor units of its currency. */
export interface Facts {
  /** The merchant's time, and how far it is ahead of the system's. */
  readonly now: number
  readonly clockOffsetMs: number
  readonly merchantName: string
  readonly store: Pick<Store, 'name' | 'merchantCode'>
  readonly payment: Payment
  readonly fees: { readonly feeMinor: bigint; readonly vatMinor: bigint }
  /** Undefined where it came without a checkout. */
  readonly decision: Decision | undefined
  readonly steps: readonly PaymentStep[]
  /** When each of the steps was made, as nearly as is known. */
  readonly moments: readonly Moment[]
  /** What the payment and its returns have posted. */
  readonly entries: readonly EntryOfSource[]
  /** Undefined while it was not authorized. */
  readonly plan: LoadedPlan | undefined
  readonly messages: readonly PlanMessage[]
  readonly announcements: readonly Announcement[]
  readonly cases: readonly Case[]
  /** What people of support wanted to give back by hand. */
  readonly returnRequests: readonly ReturnRequest[]
  readonly lines: readonly SettledLine[]
  readonly leftOut: LeftOut
}
