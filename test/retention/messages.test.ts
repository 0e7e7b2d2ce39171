import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { removeOldMessages } from '../../src/money/collections/messages/messages.ts'
import { firstIdOf, momentOf, newOrderedId } from '../../src/platform/base/ids.ts'
import { holdRows } from '../../testkit/held-rows.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

const day = 86_400_000

let service: TestService
before(async () => {
  // The machine's own clock, by which ids are made.
  service = await startTestService({ startAt: Date.now() })
})
after(() => service.close())

/** A purchase with a message in each state, sent this many days ago. */
async function buy(daysAgo: number): Promise<string> {
  const shop = openShop(service.urls.uae, demoKey(1))
  const id = await shop.authorizedPayment('40.00')
  await service.database.query(
    `insert into customer_messages (merchant_id, payment_id, kind, event, is_test, phone, text, at, state, send_at)
     select merchant_id, id, 'reminder', state, is_test, '+971500000001', 'due', created_at - interval '${daysAgo} days', state,
       case state when 'waiting' then created_at end
     from payments, (values ('sent'), ('failed'), ('sending'), ('waiting')) as message (state) where id = '${id}'`,
  )
  return id
}

const states = async (id: string): Promise<unknown[]> =>
  (await service.database.query(`select state from customer_messages where payment_id = '${id}' order by 1`)).map(
    ({ state }) => state,
  )

test('finished messages are removed a fixed number of days after the purchase; others stay', async () => {
  const old = await buy(0)
  service.clock.advance(400 * day)
  assert.equal(await removeOldMessages(service.app), 0)
  service.clock.advance(600_000)
  assert.equal(await removeOldMessages(service.app), 2)
  assert.deepEqual(await states(old), ['sending', 'waiting'])
  assert.equal(await removeOldMessages(service.app), 0)
})

test('a locked message stays, and the round does not wait for it', async () => {
  const id = await buy(31)
  const held = await holdRows(
    service.database.connection,
    `select from customer_messages where payment_id = '${id}' and state = 'sent' for update`,
  )
  assert.equal(await removeOldMessages(service.app), 1)
  held.assertHeld()
  await held.release()
  assert.equal(await removeOldMessages(service.app), 1)
})

test('a message that counts for the limit of its phone stays', async () => {
  await buy(29)
  assert.equal(await removeOldMessages(service.app), 0)
  service.clock.advance(day)
  assert.equal(await removeOldMessages(service.app), 2)
})

test('the first id of a moment sorts before all ids of that moment and after all earlier ones', () => {
  const id = newOrderedId()
  assert.ok(firstIdOf(momentOf(id)) <= id && id < firstIdOf(momentOf(id) + 1))
  assert.equal(firstIdOf(-1), firstIdOf(0))
})
