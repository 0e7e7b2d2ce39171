import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bookAll } from '../../src/money/settlements/bookings.ts'
import { dueSettlements } from '../../src/money/settlements/due-settlements.ts'
import { day, hour } from '../../src/platform/base/times.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { succeed } from '../../testkit/client.ts'
import { openTestApi } from '../support/api.ts'
import { askDoctor } from '../support/doctor.ts'

const api = await openTestApi()
const { service } = api
const { app, clock } = service
after(() => api.close())

async function settle(): Promise<void> {
  await bookAll(app)
  while ((await settleDue(app, dueSettlements)) > 0);
}

test('a movement of a closed day is right in the next one, and wrong if its day was open', async () => {
  const { id: merchantId, live: shop } = await api.newMerchant()
  const id = await shop.authorizedPayment('100.00')
  // It is captured automatically, before any worker has run.
  clock.advance(21 * day + hour)
  await shop.capturedPayment('50.00')
  clock.advance(day)
  await settle()
  succeed(await shop.call('GET', `/api/v2/payments/${id}`))
  await shop.capturedPayment('20.00')
  await settle()
  const lines = await service.database.query(
    `select pending.date::text from settlement_lines as line join pending_settlements as pending on pending.id = settlement_id
     where payment_id = '${id}'`,
  )
  assert.deepEqual(lines, [{ date: '2026-03-23' }])
  assert.deepEqual(await askDoctor(app), [])

  // As if the day had been closed after the movement was sealed.
  await service.database.query(
    `update settlements set (seal_number, seal_hash) = (select number, hash from ledger_seals as seal
       where seal.merchant_id = '${merchantId}' order by number desc limit 1) where date = '2026-03-22'`,
  )
  const [sentence, ...more] = await askDoctor(app)
  assert.match(
    sentence ?? '',
    /version 3 moved on 2026-03-22, and is settled on 2026-03-23, though a day from then on was open/,
  )
  assert.deepEqual(more, [])
})
