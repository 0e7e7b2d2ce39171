import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findUnchangedPayments } from '../../src/money/payments/store/payments.ts'
import { holdPayments } from '../../src/money/payments/store/sandbox.ts'
import { statements } from '../../src/platform/db/statement.ts'
import { nobody, openTestApi } from '../support/api.ts'

const api = await openTestApi()
const { service } = api
after(() => api.close())

test('unchanged payments are found only by their merchant, mode, version and change', async () => {
  const [one, another] = [await api.newMerchant(), await api.newMerchant()]
  const id = await one.test.createdPayment()
  const own = { merchantIds: [one.id], ids: [id], areTest: [true], versions: [1], changeIds: [null], numbers: [7] }
  const others = [
    ...[{ merchantIds: [another.id] }, { areTest: [false] }, { versions: [2] }, { changeIds: [nobody] }],
    { ids: [nobody] },
  ]
  const answers = [own, ...others.map((other) => ({ ...own, ...other }))].map(async (request) => {
    const rows = await service.app.db.run(findUnchangedPayments, request)
    return rows.map(({ number }) => number)
  })
  assert.deepEqual(await Promise.all(answers), [[7], [], [], [], [], []])
})

/** Statements that keep the version: each sets a column that excludes the payment from the unchanged ones. */
const keepVersion: Readonly<Record<string, { readonly sets: string; readonly excludes: string }>> = {
  empty_unfinished_sessions: { sets: 'order_tidied_at = ', excludes: 'payment.order_tidied_at is null' },
  [holdPayments.name]: { sets: 'is_held = true', excludes: 'not payment.is_held' },
}

/**
 * Statements that run only in the transaction of a step that raises the version (`buyer-changes.ts`,
 * `erase-payment.ts`).
 */
const withStep = ['replace_payment_order', 'keep_former_buyer', 'forget_former_buyers', 'erase_refund_reasons']

test("a statement that changes a payment's answer raises its version, or excludes it from the unchanged ones", () => {
  const changes = [...statements.values()].flatMap(({ name, text }) =>
    [...text.matchAll(/\bupdate\s+(payments|payment_orders|payment_timeline)\b(?: as \w+)?\s+([^,]*)/g)].map(
      ([, table, first]) => ({ name, text, change: `${table} ${first}` }),
    ),
  )
  for (const one of ['save_payments', ...withStep, ...Object.keys(keepVersion)])
    assert.ok(changes.some(({ name }) => name === one))
  for (const { name, text, change } of changes) {
    if (withStep.includes(name)) continue
    const kept = keepVersion[name]
    if (kept === undefined) assert.equal(change, 'payments set version = payment.version + 1', name)
    else {
      assert.match(text, new RegExp(`update payments set [^;]*${kept.sets}`), name)
      assert.ok(findUnchangedPayments.text.includes(kept.excludes), name)
    }
  }
})
