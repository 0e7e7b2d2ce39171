import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { dueWorks } from '../../src/entries/due-works.ts'
import { isCharging } from '../../src/money/charges/charges.ts'
import { advanceCollection } from '../../src/money/collections/advance-collection.ts'
import type { CardProcessor } from '../../src/platform/adapters/card-processor.ts'
import type { App } from '../../src/platform/app/app.ts'
import { service as theService } from '../../src/platform/base/principal.ts'
import { day } from '../../src/platform/base/times.ts'
import type { Queryable } from '../../src/platform/db/db.ts'
import { callerFrom } from '../../src/platform/merchants/caller.ts'
import { findKeyHolder } from '../../src/platform/merchants/keys/find-key-holder.ts'
import { getActor } from '../../src/platform/merchants/merchants.ts'
import { advanceMerchantClock } from '../../src/rehearsal/sandbox/advance-clock.ts'
import { succeed } from '../../testkit/client.ts'
import { retry } from '../../testkit/timeouts.ts'
import { openTestApi } from '../support/api.ts'

const declinesLater = '4000000000000341'

// The reminder of the third instalment is due together with a later try of the second.
const api = await openTestApi({ startAt: Date.parse('2026-12-01T10:00:00Z') })
const { service } = api
after(() => api.close())

/** A worker whose processor waits for the test. */
function slowWorker(): { app: App; letGo: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { test: cards } = service.app.cards
  const charge: CardProcessor['charge'] = async (request) => {
    await promise
    return cards.charge(request)
  }
  const slow = new Proxy(cards, { get: (of, name, self) => (name === 'charge' ? charge : Reflect.get(of, name, self)) })
  return { app: { ...service.app, cards: { ...service.app.cards, test: slow } }, letGo: resolve }
}

test('advancing waits for a charge that a worker has started, and makes the remaining tries at their own times', async () => {
  const own = await api.newMerchant()
  const id = await own.test.createdPayment('340.00')
  succeed(await own.test.call('POST', `/sandbox/payments/${id}/authorize`, { card: declinesLater }))
  succeed(await own.test.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00' }))
  const holder = await findKeyHolder(service.app, own.keys.test.secret)
  assert.ok(typeof holder !== 'string')
  const worker = slowWorker()
  let work: Promise<void> | undefined

  /** Starts the try that is due together with the reminder, once that is sent. */
  async function begin(): Promise<void> {
    const [waiting] = await service.database.query(
      `select from collections where id = '${id}' and reminded_for = '2027-02-01' and due_at = '2027-01-29T05:00:00Z'`,
    )
    if (waiting === undefined) return
    const actor = await getActor(service.app, own.id, theService)
    work = advanceCollection(worker.app, { ...actor, isTest: true }, id)
    await retry('the worker charges', () => isCharging(service.app, own.id))
  }

  const run: Queryable['run'] = async (statement, params) => {
    const isLooking = statement.name === 'list_due_collections_of_merchant'
    if (isLooking && work === undefined) await begin()
    const rows = await service.app.db.run(statement, params)
    if (isLooking && work !== undefined) worker.letGo()
    return rows
  }
  const watched: App = { ...service.app, db: { ...service.app.db, run } }
  await advanceMerchantClock(watched, dueWorks, callerFrom(holder, ''), 64 * day)
  assert.ok(work !== undefined, 'nothing was begun')
  await work
  const tries = await service.database.query(
    `select to_char(created_at at time zone 'utc', 'MM-DD HH24:MI') as at from charges
     where payment_id = '${id}' and kind = 'scheduled' order by id`,
  )
  const days = ['01-01', '01-02', '01-04', '01-08', '01-15', '01-22', '01-29', '02-01']
  assert.deepEqual(
    tries.map(({ at }) => at),
    days.map((date) => `${date} 05:00`),
  )
})
