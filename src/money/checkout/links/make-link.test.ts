import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../../../test/support/service.ts'
import { day, minute, second } from '../../../platform/base/times.ts'
import { type Actor, serviceActor } from '../../../platform/merchants/caller.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { readCheckout } from '../sessions/read-checkout.ts'
import { makeLink } from './make-link.ts'

let service: TestService
let actor: Actor
let store: Store
before(async () => {
  service = await startTestService()
  const [found] = await service.database.query(`select merchant_id from stores where merchant_code = 'demo_ae'`)
  actor = serviceActor(String(found?.['merchant_id']), true, 0)
  store = (await listStores(service.app, actor.merchantId))[0] ?? assert.fail()
})
after(() => service.close())

const buyer = { phone: '+971500000001' }

/** Makes a link, or takes over an abandoned one. */
async function make(id: string, begunAgoMs?: number): Promise<boolean> {
  if (begunAgoMs !== undefined) {
    const madeAt = new Date(service.clock.now() - begunAgoMs).toISOString()
    await service.database.query(`insert into payment_links (merchant_id, id, is_test, made_by, made_at)
      values ('${actor.merchantId}', '${id}', true, 'somebody', '${madeAt}')`)
  }
  const checkout = { payment: { amount: '340.00', currency: 'AED', buyer }, lang: 'en', merchant_code: 'demo_ae' }
  const request = readCheckout(checkout, { ...store, checkout: 'lenient' })
  return makeLink(service.app, actor, store, request, { id, endsAt: service.clock.now() + day })
}

const sessionsOf = (id: string) =>
  service.database.query(`select session_id is not null as is_bound from payment_links where id = '${id}'`)

test('repeated requests make one link', async () => {
  const id = crypto.randomUUID()
  assert.deepEqual([await make(id), await make(id)], [true, false])
  assert.deepEqual(await sessionsOf(id), [{ is_bound: true }])
})

test('an abandoned link is made by the next request, and only once', async () => {
  const id = crypto.randomUUID()
  assert.equal(await make(id, 2 * minute), true)
  assert.deepEqual(await sessionsOf(id), [{ is_bound: true }])
  assert.equal(await make(id), false)
})

test('while one request makes a link, no other request makes it', async () => {
  const id = crypto.randomUUID()
  await assert.rejects(make(id, 5 * second), /the link is still being made/)
  assert.deepEqual(await sessionsOf(id), [{ is_bound: false }])
})
