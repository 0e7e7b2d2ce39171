import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { changeStore } from '../../src/platform/merchants/stores/change-store.ts'
import { openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())

test('of concurrent changes of settings none is lost', async () => {
  const { id } = await api.newMerchant()
  const { app } = api.service
  await Promise.all([
    changeStore(app, id, 'main', () => ({ smallestOrderMinor: 500n })),
    changeStore(app, id, 'main', () => ({ sessionSeconds: 600 })),
    changeStore(app, id, 'main', ({ feeRates }) => ({ feeRates: { ...feeRates, percent: 250 } })),
    changeStore(app, id, 'main', () => ({ autoCaptureSeconds: null })),
  ])
  const store = await changeStore(app, id, 'main', () => ({}))
  const { smallestOrderMinor, sessionSeconds, feeRates, autoCaptureSeconds } = store
  assert.deepEqual([smallestOrderMinor, sessionSeconds, feeRates.percent, autoCaptureSeconds], [500n, 600, 250, null])
})
