import { NoAnswer } from '../testkit/client.ts'
import { checkoutBody, newMerchant } from '../testkit/shop.ts'
import { retry } from '../testkit/timeouts.ts'
import type { TestEnvironment } from './test-environment.ts'

/** Waits until background loops have processed expired, uncounted and undelivered items. */
export async function checkLoops({ client, records }: TestEnvironment, timeoutMs: number): Promise<void> {
  const startedAt = new Date().toISOString()
  const { id, keys } = await retry('a merchant is made', () => orNothing(newMerchant(client)), { timeoutMs })
  await records.query(`update stores set session_seconds = 1, payment_seconds = 1 where merchant_id = '${id}'`)
  const merchant = client.as(keys.live.secret)
  const body = checkoutBody('main', 'AED', '100.00')
  const checkout = async () => (await orNothing(merchant.call('POST', '/api/v2/checkout', body)))?.status === 200
  await retry('a checkout is taken', checkout, { timeoutMs })
  const waits: readonly [string, string][] = [
    ['what has run out of time is settled', `select from payments where merchant_id = '${id}' and status = 'CREATED'`],
    ['what has changed is counted for lists', `select from payment_count_changes where merchant_id = '${id}'`],
    [
      'what was announced is delivered',
      `select from deliveries as delivery join notifications as event
         on event.merchant_id = delivery.merchant_id and event.id = delivery.notification_id
       where delivery.state = 'waiting' and event.created_at < '${startedAt}'`,
    ],
  ]
  for (const [what, left] of waits) await records.waitUntilNone(what, left, { pauseMs: 200, timeoutMs })
}

/** Undefined if no answer came or the service failed. */
async function orNothing<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof NoAnswer || (error instanceof Error && /^5\d\d:/.test(error.message))) return undefined
    throw error
  })
}
