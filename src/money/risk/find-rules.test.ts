import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { App } from '../../platform/app/app.ts'
import type { Caller } from '../../platform/merchants/caller.ts'
import type { Store } from '../../platform/merchants/merchant.ts'
import { standardOffers } from '../../platform/merchants/stores/plan-terms.ts'
import { findRules } from './find-rules.ts'

test('a merchant without settings needs no query', async () => {
  let queries = 0
  const run = async (): Promise<never[]> => {
    queries += 1
    return []
  }
  const app = { db: { run } } as unknown as App
  const store = {
    currency: 'AED',
    country: 'AE',
    smallestOrderMinor: 1n,
    largestOrderMinor: 2n,
    offers: standardOffers,
  } as Store
  const find = (hasRiskRules: boolean) =>
    findRules(app, { isTest: true, hasRiskRules } as Caller, store, { phone: '', email: '' })
  const nothing = await find(false)
  assert.equal(queries, 0)
  assert.deepEqual(await find(true), nothing)
  assert.equal(queries, 1)
})
