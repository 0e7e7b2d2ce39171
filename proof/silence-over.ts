import { type Answer, NoAnswer } from '../testkit/client.ts'
import { checkoutBody } from '../testkit/shop.ts'
import { insist } from '../testkit/timeouts.ts'
import { newMerchant } from './shop.ts'
import type { Stand } from './test-environment.ts'

/** Waits until the service says that it is well. */
export async function waitUntilServing({ client }: Stand, longestMs: number): Promise<void> {
  const isWell = async (): Promise<true | undefined> => {
    const health = await orNothing(client.call('GET', '/health', undefined, ''))
    return health?.status === 200 || undefined
  }
  await insist('the service says that it is well', isWell, () => 100, longestMs)
}

/** Waits until the loops have done what nobody asks for: what has run out of time, what is to be counted and delivered. */
export async function examineLoops(stand: Stand, longestMs: number): Promise<void> {
  const { client, records } = stand
  const startedAt = new Date().toISOString()
  const { id, keys } = await insist('a merchant is made', () => orNothing(newMerchant(client)), undefined, longestMs)
  await records.query(`update stores set session_seconds = 1, payment_seconds = 1 where merchant_id = '${id}'`)
  const body = checkoutBody('main', 'AED', '100.00', {}, {})
  const checkout = async (): Promise<true | undefined> => {
    const made = await orNothing(client.call('POST', '/api/v2/checkout', body, keys.live.secret))
    return made?.status === 200 || undefined
  }
  await insist('a checkout is taken', checkout, undefined, longestMs)
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
  for (const [what, left] of waits) {
    const isDone = async (): Promise<true | undefined> => (await records.query(left)).length === 0 || undefined
    await insist(what, isDone, () => 200, longestMs)
  }
}

/** Undefined where nobody answered. */
async function orNothing<T extends Answer | object>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof NoAnswer || (error instanceof Error && /^5\d\d:/.test(error.message))) return undefined
    throw error
  })
}
