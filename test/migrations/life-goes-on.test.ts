import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { dueFirstCharges } from '../../src/money/checkout/charges/first-charges.ts'
import { bookAll } from '../../src/money/settlements/bookings.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { runQist } from '../../testkit/command.ts'
import { openTestApi } from '../support/api.ts'
import { makeChargesDue } from '../support/charges.ts'
import { fixtureSecretsKey, openOldDatabase, shopOf } from '../support/old-database.ts'
import { checkLaterCharges, pass, sendReturns } from '../support/plans.ts'
import { lines, movements, wrongBooks } from '../support/upgrade-books.ts'

// Work that the earlier version started is continued.
const old = await openOldDatabase()
const { query, fixture } = old
await old.migrate()
const api = await openTestApi({ database: old, startAt: fixture.now, env: { SECRETS_KEY: fixtureSecretsKey } })
after(() => api.close())
const payments = fixture.answers.filter(({ path }) => path.startsWith('/api/v2/payments/'))

async function assertAllRight(): Promise<void> {
  assert.deepEqual(await wrongBooks(query), [])
  const { code, stdout } = await runQist(old.url, api.service.app.config.dataDir, 'doctor')
  assert.equal(code, 0, stdout)
}

test('waiting returns are confirmed or fail, and none remains', async () => {
  const waiting = await query(`select id from returns where state = 'waiting'`)
  assert.ok(waiting.length > 4)
  await assertAllRight()
  await sendReturns(api)
  await sendReturns(api)
  const ids = waiting.map(({ id }) => `'${id}'`)
  const became = await query(
    `select state, count(*)::int, (
       select string_agg(distinct account || ' ' || cause, ', ') from ledger_entries as entry where source_id = any (array_agg(sent.id))
     ) as posted from returns as sent where id in (${ids}) group by 1 order by 1`,
  )
  assert.deepEqual(became, [
    {
      ...{ state: 'confirmed', count: 4 },
      posted: 'cash confirmed_return, cash opening, refunds_payable confirmed_return, refunds_payable opening',
    },
    { state: 'failed', count: 2, posted: 'cash opening, refunds_payable opening' },
  ])
  assert.deepEqual(
    await query(`select account, sum(amount_minor) from ledger_entries where account = 'refunds_payable'
    group by 1 having sum(amount_minor) <> 0`),
    [],
  )
  await assertAllRight()
})

test('pending charges are settled', async () => {
  await makeChargesDue(api.service)
  await settleDue(api.service.app, dueFirstCharges)
  await checkLaterCharges(api)
  const left = await query(`select state from charges where state in ('open', 'to_give_back')`)
  assert.deepEqual(left, [])
  await assertAllRight()
})

test('old payments are captured, refunded, paid early, renamed and closed', async () => {
  const done = new Map<string, number>()
  for (const answer of payments) {
    const shop = shopOf(api.service, answer)
    const { id } = answer.body as { id: string }
    const play = async (what: string, path: string, body?: object, method = 'POST'): Promise<void> => {
      const { status, text } = await shop.call(method, path, body)
      assert.ok(status < 500, `${what}: ${text}`)
      if (status === 200) done.set(what, (done.get(what) ?? 0) + 1)
    }
    await play('capture', `/api/v2/payments/${id}/captures`, { amount: '1.00', reference_id: 'new' })
    await play('refund', `/api/v2/payments/${id}/refunds`, { amount: '1.00', reference_id: 'new' })
    await play('pay', `/sandbox/payments/${id}/pay`, { what: 'next' })
    await play('rename', `/api/v2/payments/${id}`, { order: { reference_id: 'new' } }, 'PUT')
    await play('refund', `/api/v2/payments/${id}/refunds`, { amount: '2.00', reference_id: 'newer' })
    await play('close', `/api/v2/payments/${id}/close`)
  }
  for (const what of ['capture', 'refund', 'pay', 'rename', 'close']) assert.ok((done.get(what) ?? 0) > 1, what)
  await sendReturns(api)
  await assertAllRight()
})

test('the merchants continue for two months', async () => {
  for (const key of ['test 1', 'test 2', 'test 3']) {
    await pass(shopOf(api.service, payments.find((answer) => answer.key === key) ?? assert.fail(key)), 'P62D')
  }
  await sendReturns(api)
  await sendReturns(api)
  await bookAll(api.service.app)
  const same = 'using (merchant_id, payment_id, version, id, store_id, is_test, date, amount_minor)'
  const [counts] = await query(
    `select (select count(*) from (${movements}) as movement) as moved, (select count(*) from (${lines}) as line) as lines,
       (select count(*) from (${movements}) as movement join (${lines}) as line ${same}) as same`,
  )
  assert.deepEqual([counts?.['lines'], counts?.['same']], [counts?.['moved'], counts?.['moved']])
  // The unpaid rest is the debt of shops.
  const unpaid = await query(
    `select pending.state, sum(net_minor) <= 0 as is_owed_by_shop from pending_settlements as pending
     join settlements using (merchant_id, id) group by 1, pending.merchant_id, pending.store_id, pending.is_test`,
  )
  for (const one of unpaid) assert.deepEqual(one, { state: 'carried', is_owed_by_shop: true })
  assert.ok(Number((await query('select count(*) from payouts'))[0]?.['count']) > 10)
  await assertAllRight()
})
