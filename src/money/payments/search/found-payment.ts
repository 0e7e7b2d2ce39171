import type { PaymentId, StoreId } from '../../../platform/base/ids.ts'
import type { Currency } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { ListedAs } from '../payment.ts'
import type { PaymentStatus } from '../states.ts'

/** What a list shows of a payment. Amounts in minor units of its currency. */
export interface FoundPayment {
  readonly id: PaymentId
  readonly orderReference: string
  readonly createdAt: Instant
  readonly status: PaymentStatus
  /** What became of it: of a closed one, whether it was captured, refunded or cancelled. */
  readonly listedAs: ListedAs
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly storeId: StoreId
  readonly merchantCode: string
  readonly storeName: string
  /** As the shop sent them, empty where it did not. */
  readonly buyerName: string
  readonly buyerEmail: string
  readonly buyerPhone: string
  /** Whether a dispute is open that holds back refunds. */
  readonly isDisputed: boolean
}
