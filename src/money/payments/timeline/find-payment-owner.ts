import type { App } from '../../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../../platform/base/ids.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { findPaymentOwner as find } from './store.ts'

/** Whose a payment is, and what its story is read by. */
export interface PaymentOwner {
  readonly merchantId: MerchantId
  readonly isTest: boolean
  /** How many changes it had. */
  readonly version: number
  /** When something happens to the payment by itself, by its merchant's clock. */
  readonly dueAt: Instant | null
  readonly clockOffsetMs: number
}

/** Whose payment it is; none when there is no such payment. Ids are unguessable, so there is one at most. */
export async function findPaymentOwner(app: App, id: PaymentId): Promise<PaymentOwner | undefined> {
  const [row] = await app.db.run(find, { id })
  if (row === undefined) return undefined
  const { merchant_id: merchantId, is_test: isTest, version, due_at: dueAt, clock_offset_ms } = row
  return { merchantId, isTest, version, dueAt, clockOffsetMs: Number(clock_offset_ms) }
}
