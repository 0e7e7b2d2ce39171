import type { App } from '../../platform/app/app.ts'
import { type Charge, nextVoidAttemptMs } from './charge.ts'
import { endsOf } from './states.ts'
import { storedState } from './store/charges.ts'
import { failVoid as fail } from './store/voids.ts'

/**
 * Stores that this attempt to void the charge has failed, and when the next one is sent, if any is left. Does nothing if the failure is
 * stored already.
 */
export async function failVoid(app: App, charge: Charge): Promise<void> {
  const { merchantId, id, isTest, voidAttempt: attempt } = charge
  const from = endsOf('fail_void').from.map(storedState)
  const inMs = nextVoidAttemptMs(attempt)
  if ((await app.db.run(fail, { merchantId, id, from, attempt, inMs })).length === 0) return
  app.metrics.happened('charges', 'fail_void', isTest)
  app.log.error({ payment_id: charge.paymentId, charge_id: id, attempt, next_in_ms: inMs }, 'a void has failed')
}
