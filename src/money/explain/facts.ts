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

/** The number of rows that were not read, because the payment has too many. */
export interface LeftOut {
  readonly changes: number
  readonly notifications: number
  readonly messages: number
  readonly settlementLines: number
}

/** The data of a payment's story, oldest first. Amounts in minor units of its currency. */
export interface Facts {
  /** The merchant's time, and its offset to the system's. */
  readonly now: number
  readonly clockOffsetMs: number
  readonly merchantName: string
  readonly store: Pick<Store, 'name' | 'merchantCode' | 'refundDays'>
  readonly payment: Payment
  readonly fees: { readonly feeMinor: bigint; readonly vatMinor: bigint }
  /** Undefined without a checkout. */
  readonly decision: Decision | undefined
  readonly steps: readonly PaymentStep[]
  /** The best known time of each step. */
  readonly moments: readonly Moment[]
  /** The ledger entries of the payment and its returns. */
  readonly entries: readonly EntryOfSource[]
  /** Undefined until the payment is authorized. */
  readonly plan: LoadedPlan | undefined
  readonly messages: readonly PlanMessage[]
  readonly announcements: readonly Announcement[]
  readonly cases: readonly Case[]
  /** Support's requests to refund by hand. */
  readonly returnRequests: readonly ReturnRequest[]
  readonly lines: readonly SettledLine[]
  readonly leftOut: LeftOut
}
