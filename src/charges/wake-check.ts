import type { App } from '../app/app.ts'
import type { MerchantId } from '../base/ids.ts'
import { scheduleChargeCheck } from './store/charges.ts'
import { wakeReturnCheck } from './store/returns.ts'
import { wakeVoidCheck } from './store/voids.ts'

/** What a processor says that it has news of. */
interface ProcessorNews {
  readonly type: 'charge' | 'refund'
  readonly merchantId: MerchantId
  readonly id: string
}

/** The processor is asked now about a charge, or about money on its way back, of which it has news. What has failed stays as it is. */
export async function wakeCheck(app: App, { type, merchantId, id }: ProcessorNews): Promise<void> {
  if (type === 'charge') {
    await app.db.run(scheduleChargeCheck, { merchantId, id, inMs: 0, states: ['open', 'challenged', 'written_off'] })
    return
  }
  await app.db.run(wakeReturnCheck, { merchantId, id })
  // A charge that is voided goes back by its own id.
  await app.db.run(wakeVoidCheck, { merchantId, id })
}
