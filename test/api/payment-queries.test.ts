import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { authorizeWithCard } from '../../src/money/checkout/charges/authorize-with-card.ts'
import { getPayment } from '../../src/money/payments/get-payment.ts'
import type { App } from '../../src/platform/app/app.ts'
import type { Db, Queryable } from '../../src/platform/db/db.ts'
import { callerFrom } from '../../src/platform/merchants/caller.ts'
import { findKeyHolder } from '../../src/platform/merchants/keys/find-key-holder.ts'
import type { Shop } from '../../testkit/shop.ts'
import { openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())

const card = { token: 'sandbox:accept:1', brand: 'visa', lastFour: '4242', expiryMonth: 12, expiryYear: 2030 } as const

/** Pays an order, and returns the names of the statements with which its first charge was stored. */
async function statementsOf({ key, createdPayment }: Shop): Promise<string[]> {
  const { app } = api.service
  const names: string[] = []
  const watch = <On extends Queryable>(on: On): On => ({
    ...on,
    run(statement, params) {
      names.push(statement.name)
      return on.run(statement, params)
    },
  })
  const db: Db = {
    ...watch(app.db),
    transaction: (work, limitMs) => {
      names.push('begin')
      return app.db.transaction((tx) => work(watch(tx)), limitMs)
    },
  }
  const watched: App = { ...app, db }
  const holder = await findKeyHolder(app, key)
  assert.ok(typeof holder === 'object')
  const customer = callerFrom(holder, '')
  const payment = await getPayment(app, customer, await createdPayment('340.00'))
  assert.equal((await authorizeWithCard(watched, customer, payment, card)).status, 'AUTHORIZED')
  const from = names.indexOf('find_session_of_payment') + 1
  return names.slice(from, names.indexOf('update_charge_state')).filter((name) => name !== 'list_service_blocks')
}

test('without rules and limits a first charge is one statement; with a limit one more in its transaction', async () => {
  const { test: shop, live } = await api.newMerchant()
  const [first, ...others] = await statementsOf(shop)
  assert.deepEqual([first, others.includes('find_risk_rules')], ['insert_charge', false])
  assert.deepEqual((await statementsOf(live)).slice(0, 4), [
    ...['begin', 'lock_customer', 'insert_charge', 'find_exposure_of_phone'],
  ])
})
