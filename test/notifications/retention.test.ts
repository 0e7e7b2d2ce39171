import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { removeOldNotifications } from '../../src/platform/webhooks/notifications/remove-old-notifications.ts'
import { holdRows } from '../../testkit/held-rows.ts'
import { demoKey, openShop } from '../../testkit/shop.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
before(async () => {
  // The machine's own clock, by which ids are made.
  service = await startTestService({ startAt: Date.now() })
})
after(() => service.close())

test('finished notifications are removed after ninety days; waiting ones stay', async () => {
  const shop = openShop(service.urls.uae, demoKey(1))
  const listed = async (id: string): Promise<unknown[]> =>
    (await shop.call('GET', `/sandbox/notifications?payment_id=${id}`)).body.notifications
  const untold = await shop.authorizedPayment('10.00')
  await shop.call('POST', '/api/v1/webhooks', { url: 'https://shop.example/hook' })
  // Without a dispatcher, so it waits.
  const waiting = await shop.authorizedPayment('10.00')
  assert.equal(await removeOldNotifications(service.app), 0)
  service.clock.advance(90 * 86_400_000)
  assert.equal(await removeOldNotifications(service.app), 0)
  service.clock.advance(600_000)
  assert.equal(await removeOldNotifications(service.app), 1)
  assert.deepEqual([(await listed(untold)).length, (await listed(waiting)).length], [0, 1])
})

for (const [what, table] of Object.entries({ notification: 'notifications', delivery: 'deliveries' })) {
  test(`an old ${what} that is locked stays complete, and other merchants' removals do not wait for it`, async () => {
    const { database } = service
    const shop = openShop(service.urls.uae, demoKey(2), { merchantCode: 'other_ae' })
    const ids = [await shop.authorizedPayment('10.00'), await shop.authorizedPayment('10.00')]
    await database.query(`insert into deliveries (merchant_id, id, notification_id, webhook_id, state)
      select merchant_id, gen_random_uuid(), id, webhook_id, 'delivered' from notifications,
        (values (gen_random_uuid()), (gen_random_uuid())) as webhooks (webhook_id) where payment_id in ('${ids.join("','")}')`)
    service.clock.advance(91 * 86_400_000)
    const key = table === 'notifications' ? 'id' : 'notification_id'
    const held = await holdRows(
      database.connection,
      `select from ${table} where ${key} = (select id from notifications where payment_id = '${ids[0]}') limit 1 for update`,
    )
    const left = () =>
      database.query(`select from notifications as notification
        join deliveries as delivery on delivery.merchant_id = notification.merchant_id and delivery.notification_id = notification.id
        where payment_id in ('${ids.join("','")}')`)
    assert.equal(await removeOldNotifications(service.app), 1)
    held.assertHeld()
    assert.equal((await left()).length, 2)
    await held.release()
    assert.equal(await removeOldNotifications(service.app), 1)
    assert.equal((await left()).length, 0)
  })
}
