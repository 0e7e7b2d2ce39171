import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { completeNotification } from '../../src/money/payments/notification.ts'
import { systemClock } from '../../src/platform/adapters/clock.ts'
import type { App } from '../../src/platform/app/app.ts'
import { newWakeup } from '../../src/platform/app/wakeup.ts'
import { day } from '../../src/platform/base/times.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { openDispatcher } from '../../src/platform/webhooks/delivery/deliver-notifications.ts'
import type { DispatcherOptions } from '../../src/platform/webhooks/delivery/dispatcher-options.ts'
import type { Received } from '../../testkit/receiver.ts'
import type { Shop } from '../../testkit/shop.ts'
import { type NotifyingService, openNotifyingService } from '../support/notified-shop.ts'

let notifying: NotifyingService
let shop: Shop
const stops: (() => Promise<void>)[] = []

before(async () => {
  notifying = await openNotifyingService()
  shop = (await notifying.newShop()).shop
})
after(() => notifying.close())
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  notifying.receiver.answer = (_request, response) => void response.end('ok')
})

function startDispatcher(parts: Partial<App>, options: Partial<DispatcherOptions> = {}): void {
  const app = { ...notifying.service.app, clock: systemClock, ...parts }
  const dispatcher = openDispatcher(app, completeNotification, options)
  stops.push(() => dispatcher.stop())
}

const of = (id: string) => (one: Received) => one.body.id === id

test('a machine with a clock that is ahead does not claim a delivery that another one is sending', async () => {
  const held: (() => void)[] = []
  notifying.receiver.answer = (_request, response) => void held.push(() => response.end('ok'))
  const id = await shop.authorizedPayment('10.00')
  // It checks once at its start, and then not for a long time.
  startDispatcher({ deliveriesDue: newWakeup() }, { pollMs: 60_000 })
  await notifying.receiver.waitFor(1, of(id))
  notifying.receiver.answer = (_request, response) => void response.end('ok')
  startDispatcher({ clock: { ...systemClock, now: () => systemClock.now() + day } })
  const later = await shop.authorizedPayment('20.00')
  await notifying.receiver.waitFor(1, of(later))
  for (const release of held) release()
  await notifying.untilNone(`select from deliveries where state = 'waiting'`)
  assert.equal(notifying.receiver.received.filter(of(id)).length, 1)
})

test('deliveries whose claim is answered after the lease are not sent', async () => {
  const { db } = notifying.service.app
  const claimed = Promise.withResolvers<void>()
  const delivered = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const run: Db['run'] = async (statement, params) => {
    const rows = await db.run(statement, params)
    if (statement.name !== 'claim_due_deliveries' || rows.length === 0) return rows
    claimed.resolve()
    await delivered.promise
    answered.resolve()
    return rows
  }
  const id = await shop.authorizedPayment('10.00')
  startDispatcher({ db: { ...db, run } }, { leaseMs: 300 })
  await claimed.promise
  startDispatcher({})
  await notifying.receiver.waitFor(1, of(id), 20_000)
  await notifying.untilNone(`select from deliveries where state = 'waiting'`)
  delivered.resolve()
  await answered.promise
  for (const stop of stops.splice(0)) await stop()
  assert.equal(notifying.receiver.received.filter(of(id)).length, 1)
})
