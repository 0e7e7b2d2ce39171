import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startTestService, type TestService } from '../../../../test/support/service.ts'
import { succeed } from '../../../../testkit/client.ts'
import { demoKey, openShop, type Shop } from '../../../../testkit/shop.ts'
import { closeGap, insertTerms, listFindable, takeGap, termsFrom } from './store/filling.ts'

const nil = '00000000-0000-0000-0000-000000000000'

let service: TestService
let shop: Shop
before(async () => {
  service = await startTestService()
  shop = openShop(service.urls.uae, demoKey(1))
})
after(() => service.close())

test('an order whose reference changes while terms are filled is found only by the current one', async () => {
  const { query } = service.database
  const id = await shop.authorizedPayment()
  const [payment] = await query(`select merchant_id from payments where id = '${id}'`)
  const merchantId = String(payment?.['merchant_id'])
  await query(`delete from payment_search_terms; insert into payment_search_gaps values ('${merchantId}', '${nil}')`)
  // Outside of the transaction that fills, as another process would.
  const isRead = Promise.withResolvers<void>()
  const renaming = isRead.promise.then(() =>
    shop.call('PUT', `/api/v2/payments/${id}`, { order: { reference_id: 'present' } }),
  )
  let isRenamed = false
  void renaming.then(() => {
    isRenamed = true
  })
  await service.app.db.transaction(async (tx) => {
    assert.equal((await tx.run(takeGap, {})).length, 1)
    const rows = await tx.run(listFindable, { merchantId, behindId: nil, limit: 500 })
    isRead.resolve()
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (!isRenamed && (await query(waits)).length === 0) await wait(10)
    const terms = rows.flatMap((row) => {
      const { id: payment_id, is_test, created_at } = row
      return termsFrom(row).map((term) => ({ is_test, term, created_at, payment_id }))
    })
    await tx.run(insertTerms, { merchantId, terms })
    await tx.run(closeGap, { merchantId })
  })
  succeed(await renaming)
  const references = await query(`select term from payment_search_terms where payment_id = '${id}' and term like 'r%'`)
  assert.deepEqual(references, [{ term: 'rpresent' }])
})
