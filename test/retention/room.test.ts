import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { removeUnfinished } from '../../src/money/checkout/sessions/unfinished.ts'
import { removeOldMessages } from '../../src/money/collections/messages/messages.ts'
import { countPaymentChanges } from '../../src/money/payments/counted-list/payment-counts.ts'
import type { App } from '../../src/platform/app/app.ts'
import { removeOldNotifications } from '../../src/platform/webhooks/notifications/remove-old-notifications.ts'
import { sizesOf, writePassingDay } from '../../testkit/passing-days.ts'
import { startTestService, type TestService } from '../support/service.ts'

const day = 86_400_000
const startAt = Date.parse('2026-03-01T10:00:00Z')
const tables = [
  ...['payments', 'payment_orders', 'payment_timeline', 'payment_search_terms', 'sessions', 'visits'],
  ...['customer_messages', 'notifications', 'deliveries', 'delivery_attempts'],
]

let service: TestService
before(async () => {
  service = await startTestService({
    startAt,
    env: { NOTIFICATION_DAYS: '30', UNFINISHED_DAYS: '30', MESSAGE_DAYS: '30' },
  })
})
after(() => service.close())

const all = async (remove: (app: App) => Promise<number>): Promise<number> => {
  let count = 0
  for (let one = await remove(service.app); one > 0; one = await remove(service.app)) count += one
  return count
}

test('with equal inserts and removals, tables and their indexes do not grow', async () => {
  const { query } = service.database
  const sizes: ReadonlyMap<string, number>[] = []
  for (let round = 0; round < 14; round += 1) {
    service.clock.set(startAt + round * 10 * day)
    await writePassingDay(query, { merchantCode: 'demo_ae', at: service.clock.now(), unfinished: 400, bought: 400 })
    const removed = [await all(removeOldNotifications), await all(removeOldMessages), await all(removeUnfinished)]
    assert.deepEqual(removed, round < 4 ? [0, 0, 0] : [1_200, 400, 400], `round ${round}`)
    while ((await countPaymentChanges(service.app)) > 0);
    for (const table of tables) await query(`vacuum ${table}`)
    sizes.push(await sizesOf(query, tables))
  }
  const bytesOf = (round: number, table: string): number => sizes[round]?.get(table) ?? 0
  // Five rounds were inserted. A snapshot may keep a vacuum from one of them; five would mean that no space is reused.
  const grown = tables.filter((table) => bytesOf(13, table) - bytesOf(8, table) > 2.5 * (bytesOf(3, table) / 4))
  assert.deepEqual(grown, [], JSON.stringify(sizes.map((size) => Object.fromEntries(size))))
  // The tables are not empty.
  assert.ok(bytesOf(8, 'payments') > 100_000)
})
