import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../../../test/support/service.ts'
import { succeed } from '../../../../testkit/client.ts'
import { demoKey, openShop } from '../../../../testkit/shop.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.close())

test('a page is served although its figures cannot be saved, and the failure is logged', async () => {
  const { body } = succeed(await openShop(service.urls.uae, demoKey(1)).checkout())
  const url: string = body.configuration.available_products.installments[0].web_url
  await service.database.query('alter table visit_changes rename to visit_changes_away')
  const page = await fetch(url)
  await page.arrayBuffer()
  assert.equal(page.status, 200)
  assert.ok(
    service.logged.some(({ msg, step }) => msg === 'could not note a step for the figures' && step === 'opened'),
  )
  await service.database.query('alter table visit_changes_away rename to visit_changes')
  await (await fetch(url)).arrayBuffer()
  const [visit] = await service.database.query('select opened_at is not null as is_opened from visits')
  assert.deepEqual(visit, { is_opened: true })
})
