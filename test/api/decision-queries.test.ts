import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSession } from '../../src/money/checkout/sessions/create-session.ts'
import { readCheckout } from '../../src/money/checkout/sessions/read-checkout.ts'
import type { App } from '../../src/platform/app/app.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { callerFrom } from '../../src/platform/merchants/caller.ts'
import { findKeyHolder } from '../../src/platform/merchants/keys/find-key-holder.ts'
import { checkoutBody, type Shop } from '../../testkit/shop.ts'
import { openTestApi, type TestApi } from '../support/api.ts'
import { openScoringDouble, riskSecret } from '../support/scoring.ts'

const scoring = await openScoringDouble()
const alone = await openTestApi()
const asking = await openTestApi({ env: { RISK_URL: scoring.url, RISK_SECRET: riskSecret } })
after(async () => {
  await alone.close()
  await asking.close()
  await scoring.close()
})

/** Creates a session and returns the names of its statements. There is no transaction. */
async function statementsOf({ service }: TestApi, { key }: Shop): Promise<string[]> {
  const { app } = service
  const names: string[] = []
  const db: Db = {
    ...app.db,
    run(statement, params) {
      names.push(statement.name)
      return app.db.run(statement, params)
    },
    transaction: () => assert.fail('a session needs no transaction'),
  }
  const watched: App = { ...app, db }
  const holder = await findKeyHolder(app, key)
  assert.ok(typeof holder === 'object')
  const [store] = holder.stores
  assert.ok(store)
  await createSession(
    watched,
    callerFrom(holder, ''),
    store,
    readCheckout(checkoutBody('main', 'AED', '340.00'), store),
  )
  return names.sort()
}

test('without a scoring service no further query runs; with one, those for the facts about the customer', async () => {
  const { test: shop, live } = await alone.newMerchant()
  const facts = ['count_orders_since', 'find_exposure_of_phone']
  assert.deepEqual(await statementsOf(alone, shop), ['insert_sessions', 'list_service_blocks'])
  assert.deepEqual(await statementsOf(alone, live), [...facts, 'insert_sessions', 'list_service_blocks'])
  // A process signs only with a key that a starting service has published.
  const queries = [...facts, 'has_signing_key', 'insert_sessions', 'list_service_blocks']
  const other = await asking.newMerchant()
  assert.deepEqual(await statementsOf(asking, other.test), queries)
  assert.deepEqual(await statementsOf(asking, other.live), queries)
  assert.equal(scoring.questions.length, 2)
})
