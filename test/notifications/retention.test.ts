import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { removeOldNotifications } from '../../src/webhooks/remove-old-notifications.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { demoKey, openShop } from '../support/shop.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.close())

test('notifications that are over go after ninety days, those that wait stay', async () => {
  const shop = openShop(service.urls.uae, demoKey(1))
  const listed = async (id: string): Promise<unknown[]> =>
    (await shop.call('GET', `/sandbox/notifications?payment_id=${id}`)).body.notifications
  const untold = await shop.authorizedPayment('10.00')
  await shop.call('POST', '/api/v1/webhooks', { url: 'https://shop.example/hook' })
  // Nobody delivers here, so it waits.
  const waiting = await shop.authorizedPayment('10.00')
  assert.equal(await removeOldNotifications(service.app), 0)
  service.clock.advance(90 * 86_400_000)
  assert.equal(await removeOldNotifications(service.app), 0)
  service.clock.advance(1_000)
  assert.equal(await removeOldNotifications(service.app), 1)
  assert.deepEqual([(await listed(untold)).length, (await listed(waiting)).length], [0, 1])
})
