import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { loadErasedPlaces } from '../../src/entries/erased-places.ts'
import { eraseCustomer } from '../../src/money/customers/erase-customer.ts'
import { operator } from '../../src/platform/base/principal.ts'
import type { ErasedPlace } from '../../src/platform/merchants/erased-place.ts'
import { recordActivity } from '../../src/platform/people/activities/activities.ts'
import { succeed } from '../../testkit/client.ts'
import { findPlaces, type Marks, markedOrder, marksOf } from '../../testkit/marks.ts'
import { until } from '../support/charges.ts'
import { openDisputeShop } from '../support/disputes.ts'
import { startTestService } from '../support/service.ts'
import { paid, refused } from './short-lives.ts'

const service = await startTestService({ env: { PERSONAL_DAYS: '0' } })
const { app, database } = service
const shop = await openDisputeShop(service)
const loaded = await loadErasedPlaces(app)
after(() => service.close())

const isSomebodyWaiting = async (): Promise<boolean> => {
  const waiting = await database.query('select from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0')
  return waiting.length > 0
}

/** Erases the second customer while the erasing of the first is not committed yet. */
async function eraseAtOnce(first: Marks, second: Marks): Promise<void> {
  const erase = (phone: string, places = loaded) =>
    eraseCustomer(app, places, { phone, isTest: false }, { by: operator, reason: 'wish' })
  const reached = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const last: ErasedPlace = {
    async ofPayment() {
      reached.resolve()
      await go.promise
    },
  }
  const ofFirst = erase(first.phone, [...loaded, last])
  await reached.promise
  const ofSecond = erase(second.phone)
  await until(isSomebodyWaiting)
  go.resolve()
  assert.deepEqual([(await ofFirst)?.erased, (await ofSecond)?.erased], [1, 1])
  const left = await findPlaces(database.query, app.config.dataDir, [...first.all, ...second.all])
  assert.deepEqual(left, [])
}

test('two customers who are erased at the same time both leave a list that names both', async () => {
  const [first, second] = [
    marksOf('+971508882001', 'firuza', '1972-02-02'),
    marksOf('+971508882002', 'samira', '1973-03-03'),
  ]
  const ids = [await paid(shop, markedOrder(first)), await paid(shop, markedOrder(second))]
  const { payments } = succeed(await shop.call('GET', '/api/v2/payments')).body
  assert.deepEqual(new Set(payments.map((payment: { id: string }) => payment.id)), new Set(ids))
  await eraseAtOnce(first, second)
})

test('two customers who are erased at the same time both leave a reason in the log that names both', async () => {
  const [first, second] = [
    marksOf('+971508882003', 'thurayya', '1974-04-04'),
    marksOf('+971508882004', 'fairuz', '1975-05-05'),
  ]
  const onId = await refused(shop, markedOrder(first))
  await refused(shop, markedOrder(second))
  const author = {
    backOffice: 'support',
    personId: shop.merchantId,
    email: 'a@support.test',
    address: '::1',
    requestId: 'r',
  } as const
  const details = { reason: `${first.name} (${first.phone}) and ${second.phone} called` }
  await recordActivity(app, author, { what: 'open_personal', onKind: 'payment', onId, details })
  await eraseAtOnce(first, second)
})
