import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestApi } from '../../../test/support/api.ts'
import { removeEndedFaults } from './faults.ts'

const api = await openTestApi()
after(() => api.close())

test('ended rules are removed with their counts; counts of a replaced rule are removed at the time of its end', async () => {
  const { app, database, clock } = api.service
  const { test: shop } = await api.newMerchant()
  const rule = { on: { operation: 'listPayments' }, do: { kind: 'slow', ms: 0 } }
  const ids = await Promise.all(
    ['PT1M', 'PT2M', 'PT1M'].map(async (until) => {
      const { body } = await shop.call('POST', '/sandbox/faults', { ...rule, until })
      await shop.call('GET', '/api/v2/payments')
      return body.fault.id
    }),
  )
  await shop.call('PUT', `/sandbox/faults/${ids[2]}`, { ...rule, until: 'PT3M' })
  await shop.call('GET', '/api/v2/payments')
  const rows = async (): Promise<unknown> =>
    (
      await database.query(
        'select (select count(*) from faults) as faults, (select count(*) from fault_counts) as counts',
      )
    )[0]
  assert.deepEqual(await rows(), { faults: '3', counts: '4' })
  assert.equal(await removeEndedFaults(app), 0)
  clock.advance(60_000)
  assert.equal(await removeEndedFaults(app), 3)
  assert.deepEqual(await rows(), { faults: '2', counts: '2' })
  clock.advance(120_000)
  assert.equal(await removeEndedFaults(app), 4)
  assert.deepEqual(await rows(), { faults: '0', counts: '0' })
})
