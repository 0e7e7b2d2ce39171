import { randomUUID } from 'node:crypto'
import { mutate, pickFuzzValue } from '../testkit/fuzz-values.ts'
import type { Random } from '../testkit/random.ts'
import { checkoutBody } from '../testkit/shop.ts'
import { storeHeader } from './fixtures.ts'
import type { SoakWorker } from './soak-lives.ts'

/** Sends requests that no honest program sends. Only a failure of the service is a violation. */
export async function beHostile({ client, tally, random, shop }: SoakWorker): Promise<void> {
  const { live } = shop.merchant.keys
  const key = random.pick([live.secret, live.public, '', `sk_${randomUUID()}`, 'x'.repeat(4_000)])
  const path = random.pick([
    ...['/api/v2/checkout', '/api/v2/checkout', '/api/v2/checkout', '/api/v1/webhooks', '/api/v1/disputes/challenge'],
    ...[
      `/api/v2/payments/${randomUUID()}/captures`,
      `/api/v2/checkout/${randomUUID()}/send_hpp_link`,
      '/sandbox/clock',
    ],
    ...['/sandbox/merchants', '/nowhere', '/api/v1/disputes/attachments/upload', `/hpp/pay?sessionId=${randomUUID()}`],
  ])
  const answer = await tally.call(`a hostile POST ${path}`, () =>
    client.as(key, storeHeader).call('POST', path, hostileBody(random)),
  )
  if (answer !== undefined) tally.note('hostile calls')
}

function hostileBody(random: Random): string {
  const good = checkoutBody('main', 'AED', '340.00')
  const dice = random.next()
  if (dice < 0.6) return JSON.stringify(mutate(random, mutate(random, good))) ?? ''
  if (dice < 0.7) return JSON.stringify(pickFuzzValue(random)) ?? ''
  if (dice < 0.8) return JSON.stringify(good).slice(0, random.between(0, 400))
  if (dice < 0.86) return '['.repeat(random.between(1, 50_000))
  if (dice < 0.9) return `{"payment":{"meta":${JSON.stringify({ pad: 'x'.repeat(1_200_000) })}}}`
  return wrongHistory(random.between(1, 3_000))
}

/** Returns a checkout with this number of wrong entries in its order history. Each has its own line in the answer. */
export function wrongHistory(entries: number): string {
  const payment = { order_history: Array(entries).fill({ amount: 'x' }) }
  return JSON.stringify(checkoutBody('main', 'AED', '340.00', payment))
}
