import { join } from 'node:path'
import { succeed } from '../testkit/client.ts'
import { openReceiver } from '../testkit/receiver.ts'
import { newMerchant } from '../testkit/shop.ts'
import type { Context, Verdict } from './context.ts'
import { storeHeader } from './fixtures.ts'
import { newPayment } from './new-payment.ts'
import { Bodies } from './payment-bodies.ts'
import { captureWithItems, checkLimits, type SizeMeasurement } from './payment-limits.ts'
import { checkStorage } from './payment-storage.ts'
import { collectGarbage, takeSample } from './soak-samples.ts'
import { openTestEnvironment } from './test-environment.ts'

/** Upper limit on the growth of memory, in megabytes. */
const maxMemory = 512

/**
 * P17: a payment has size limits. Its stored bytes grow with its movements. Every notification is complete all the
 * same.
 */
export async function run(context: Context): Promise<Verdict> {
  const receiver = await openReceiver({ keeps: false })
  const bodies = new Bodies(receiver)
  const notified = { WEBHOOK_HOSTS: `shop.test=127.0.0.1:${receiver.port}`, WEBHOOK_RETRY_SECONDS: '0.2,0.2,0.2' }
  // A journal would keep every answer beside the payment.
  const garbage = join(context.folder, 'p17-garbage')
  const env = { ...notified, REHEARSAL: 'off', PROOF_GARBAGE: garbage }
  const environment = await openTestEnvironment(context, 'p17', { env })
  const merchant = await newMerchant(environment.client)
  const client = environment.client.as(merchant.keys.live.secret)
  const memory = async (): Promise<number> => {
    await collectGarbage(garbage)
    return ((await takeSample(environment))?.rss ?? 0) / 1_048_576
  }
  const sized: SizeMeasurement = { environment, client, moved: 0 }
  try {
    succeed(await client.call('POST', '/api/v1/webhooks', { url: 'https://shop.test/hook' }, storeHeader))
    const before = await memory()
    const payment = await newPayment(client, 340_00, 'main')
    for (let n = 0; n < 12; n += 1) await captureWithItems(sized, payment, n, 3)
    succeed(await client.call('POST', `/api/v2/payments/${payment}/close`))
    for (let n = 0; n < 3; n += 1)
      succeed(
        await client.call('POST', `/api/v2/payments/${payment}/refunds`, { amount: '0.10', reference_id: `r${n}` }),
      )
    const violations = [
      ...(await bodies.check(environment, payment)),
      ...(await checkStorage(sized, Math.max(25, context.size(25, 200)))),
      ...(await checkLimits(sized, !context.isQuick)),
      ...(await environment.records.checkIntegrity()),
    ]
    const grown = (await memory()) - before
    if (grown > maxMemory) violations.push(`the service holds ${Math.round(grown)} MB more than before`)
    const counts = {
      movements: sized.moved,
      deliveries: bodies.deliveries,
      'memory grew by': `${Math.round(grown)} MB`,
    }
    return { counts, violations }
  } finally {
    await environment.close()
    await receiver.close()
  }
}
