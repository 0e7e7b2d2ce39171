import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import { scheduleChargeCheck } from './store/charges.ts'
import { wakeReturnCheck } from './store/returns.ts'
import { wakeVoidCheck } from './store/voids.ts'

/** News of a processor about a charge or refund. */
interface ProcessorNews {
  readonly type: 'charge' | 'refund'
  readonly merchantId: MerchantId
  readonly id: string
}

/** Wakes the check of the charge or refund that the processor has news of. A failed refund stays failed. */
export async function wakeCheck(app: App, { type, merchantId, id }: ProcessorNews): Promise<void> {
  if (type === 'charge') {
    await app.db.run(scheduleChargeCheck, { merchantId, id, inMs: 0, states: ['open', 'challenged', 'written_off'] })
    return
  }
  await app.db.run(wakeReturnCheck, { merchantId, id })
  // A void is a refund by the charge's own id.
  await app.db.run(wakeVoidCheck, { merchantId, id })
}
