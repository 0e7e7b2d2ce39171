import type { App } from '../../app/app.ts'
import type { MerchantId, PaymentId } from '../../base/ids.ts'
import type { Instant } from '../../base/times.ts'
import { listSteps as list } from './store.ts'

/** One change of a payment, as it was written. Amounts in minor units. */
export interface PaymentStep {
  readonly version: number
  readonly at: Instant
  readonly transition: string
  /** Who did it, as timelines say it: `key …1111`, `customer`, `service`. */
  readonly actor: string
  /** Empty where no request asked for it. */
  readonly requestId: string
  readonly statusBefore: string | null
  readonly statusAfter: string
  readonly amountMinor: bigint | null
  readonly referenceId: string | null
  readonly entries: readonly { readonly account: string; readonly cause: string; readonly amountMinor: bigint }[]
}

/** All changes of a payment with their ledger entries, oldest first. */
export async function listSteps(app: App, merchantId: MerchantId, paymentId: PaymentId): Promise<PaymentStep[]> {
  const rows = await app.db.run(list, { merchantId, paymentId })
  return rows.map((row) => ({
    version: row.version,
    at: row.at,
    transition: row.move,
    actor: row.actor,
    requestId: row.request_id,
    statusBefore: row.status_before,
    statusAfter: row.status_after,
    amountMinor: row.amount_minor,
    referenceId: row.reference_id,
    entries: row.entries
      .filter(({ version }) => version === row.version)
      .map(({ account, cause, amount_minor }) => ({ account, cause, amountMinor: BigInt(amount_minor) })),
  }))
}
