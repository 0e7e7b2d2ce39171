import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { capturePayment } from '../../src/money/payments/capture-payment.ts'
import { closePayment } from '../../src/money/payments/close-payment.ts'
import { getPayment } from '../../src/money/payments/get-payment.ts'
import { getPaymentAnswer } from '../../src/money/payments/get-payment-answer.ts'
import { recallPayment, wholePayment } from '../../src/money/payments/known-payments.ts'
import { refundPayment } from '../../src/money/payments/refund-payment.ts'
import { updatePayment } from '../../src/money/payments/update-payment.ts'
import type { App } from '../../src/platform/app/app.ts'
import { day } from '../../src/platform/base/times.ts'
import type { Queryable } from '../../src/platform/db/db.ts'
import { type Caller, callerFrom } from '../../src/platform/merchants/caller.ts'
import { findKeyHolder } from '../../src/platform/merchants/keys/find-key-holder.ts'
import { seeded } from '../../testkit/random.ts'
import { openTestApi } from '../support/api.ts'
import { openOtherProcess } from '../support/service.ts'

const api = await openTestApi()
const { service } = api
const other = await openOtherProcess(service)
after(async () => {
  await other.close()
  await api.close()
})

const statements: string[] = []
beforeEach(() => {
  statements.length = 0
})

const run: Queryable['run'] = async (statement, params) => {
  statements.push(statement.name)
  return service.app.db.run(statement, params)
}

/** A process whose statements are recorded. */
const app: App = { ...service.app, db: { ...service.app.db, run } }

const [read, save] = ['find_payments', 'save_payments']

/** A merchant's key and an authorized payment of 340.00 that the process has read. */
async function readPayment(): Promise<{ caller: Caller; id: string }> {
  const merchant = await api.newMerchant()
  const holder = await findKeyHolder(service.app, merchant.keys.test.secret)
  assert.ok(typeof holder !== 'string')
  const caller = callerFrom(holder, '')
  const id = await merchant.test.authorizedPayment('340.00')
  await getPaymentAnswer(app, caller, id)
  statements.length = 0
  return { caller, id }
}

const capture = (by: App, caller: Caller, id: string, amount: string, reference_id: string) =>
  capturePayment(by, caller, id, { amount, reference_id })

const referencesOf = (movements: readonly { readonly referenceId: string }[]) =>
  movements.map(({ referenceId }) => referenceId)

test('a chain of changes saves each change in one statement, and reads nothing', async () => {
  const { caller, id } = await readPayment()
  await capture(app, caller, id, '100.00', 'a')
  await updatePayment(app, caller, id, 'renamed')
  await closePayment(app, caller, id)
  await refundPayment(app, caller, id, { amount: '40.00', reference_id: 'r' })
  assert.equal(statements.includes(read), false, String(statements))
  const now = await getPayment(other.app, caller, id)
  assert.deepEqual(
    [now.status, now.capturedMinor, now.refundedMinor, now.orderReference],
    ['CLOSED', 10_000n, 4_000n, 'renamed'],
  )
})

test('a change that another process made first is found, and the decision is made anew', async () => {
  const { caller, id } = await readPayment()
  await capture(other.app, caller, id, '100.00', 'theirs')
  const captured = await capture(app, caller, id, '50.00', 'ours')
  assert.deepEqual(statements, [save, read, save])
  assert.deepEqual([captured.capturedMinor, referencesOf(captured.captures)], [15_000n, ['theirs', 'ours']])
  // What is left is judged by the current payment, too.
  await capture(other.app, caller, id, '150.00', 'theirs 2')
  await assert.rejects(capture(app, caller, id, '50.00', 'too much'), /could not capture more/)
})

test('a refusal and a repeated reference rest on the current payment', async () => {
  const { caller, id } = await readPayment()
  await capture(app, caller, id, '100.00', 'a')
  await capture(other.app, caller, id, '100.00', 'b')
  statements.length = 0
  const repeated = await capture(app, caller, id, '100.00', 'a')
  assert.deepEqual([referencesOf(repeated.captures), statements], [['a', 'b'], [read]])
  const refund = { amount: '10.00', reference_id: 'r' }
  await assert.rejects(refundPayment(app, caller, id, refund), /not closed/)
  await closePayment(other.app, caller, id)
  assert.equal((await refundPayment(app, caller, id, refund)).refundedMinor, 1_000n)
})

test('a capture has the fee rates of its time, although they change without a version', async () => {
  const { caller, id } = await readPayment()
  const set = (percent: number) =>
    service.database.query(
      `update stores set fee_percent = ${percent}, fee_vat_percent = 500 where merchant_id = '${caller.merchantId}'`,
    )
  const fees = async () => (await getPayment(other.app, caller, id)).captures.map(({ feeMinor }) => feeMinor)
  await set(500)
  await capture(app, caller, id, '100.00', 'a')
  assert.deepEqual(statements, [save, read, save])
  statements.length = 0
  await capture(app, caller, id, '100.00', 'b')
  assert.deepEqual(statements, [save])
  await set(0)
  await capture(app, caller, id, '100.00', 'c')
  assert.deepEqual(await fees(), [500n, 500n, 0n])
})

test('a payment that became read-only is refused, although it has the same version', async () => {
  const { caller, id } = await readPayment()
  await service.database.query(`update payments set is_held = true where id = '${id}'`)
  await assert.rejects(capture(app, caller, id, '100.00', 'a'), /sandbox/)
  assert.deepEqual(statements, [save, read])
})

test('a payment that falls due is settled before a change', async () => {
  const { caller, id } = await readPayment()
  service.clock.advance(22 * day)
  await assert.rejects(capture(app, caller, id, '100.00', 'a'), /already closed/)
  assert.deepEqual(statements, [read, save])
  assert.deepEqual((await getPayment(other.app, caller, id)).capturedMinor, 34_000n)
})

test('a server that takes over without the last change has another history at the same version', async () => {
  const { caller, id } = await readPayment()
  const { query } = service.database
  const [former] = await query(`select change_id from payments where id = '${id}'`)
  await capture(app, caller, id, '100.00', 'lost')
  const last = `version = (select version from payments where id = '${id}')`
  for (const rows of [
    `payment_timeline where payment_id = '${id}' and ${last}`,
    `ledger_entries where source_id = '${id}' and ${last}`,
    `unsealed_entries where source_id = '${id}' and ${last}`,
    `notifications where payment_id = '${id}' and sequence = (select announced from payments where id = '${id}')`,
  ])
    await query(`delete from ${rows}`)
  await query(`update payments set version = version - 1, change_id = '${former?.['change_id']}', captured_minor = 0,
    announced = announced - 1 where id = '${id}'`)
  await capture(other.app, caller, id, '50.00', 'theirs')
  const { captures } = JSON.parse(await getPaymentAnswer(app, caller, id))
  assert.deepEqual(
    captures.map(({ reference_id }: { reference_id: string }) => reference_id),
    ['theirs'],
  )
  const captured = await capture(app, caller, id, '20.00', 'ours')
  assert.deepEqual([captured.capturedMinor, referencesOf(captured.captures)], [7_000n, ['theirs', 'ours']])
})

test('the loser of a race does not make the winner forgotten', async () => {
  const { caller, id } = await readPayment()
  const outcomes = await Promise.allSettled([1, 2, 3].map((n) => capture(app, caller, id, '10.00', `c${n}`)))
  const won = outcomes.filter(({ status }) => status === 'fulfilled').length
  assert.ok(won > 0)
  assert.equal(recallPayment(app, caller, id)?.payment.captures.length, won)
})

test('a payment with many movements is not kept, and read each time', async () => {
  const { caller, id } = await readPayment()
  for (let turn = 0; turn < 41; turn += 1) await capture(app, caller, id, '1.00', `c${turn}`)
  assert.equal(recallPayment(app, caller, id), undefined)
  statements.length = 0
  await capture(app, caller, id, '1.00', 'last')
  assert.deepEqual(statements, [read, save])
})

test('two processes that capture at once capture each reference once, and no minor unit more', async () => {
  const { caller, id } = await readPayment()
  await getPaymentAnswer(other.app, caller, id)
  const turns = Array.from({ length: 60 }, (_, turn) => turn)
  const outcomes = await Promise.all(
    turns.map((turn) =>
      capture(turn % 2 === 0 ? app : other.app, caller, id, '10.00', `c${turn % 40}`).then(() => 'done', String),
    ),
  )
  const now = await getPayment(other.app, caller, id)
  assert.equal(new Set(referencesOf(now.captures)).size, now.captures.length)
  assert.equal(now.capturedMinor, BigInt(now.captures.length) * 1_000n)
  assert.ok(outcomes.includes('done'))
  assert.equal(now.version, 2 + now.captures.length)
})

test('what a process knows after random changes equals what another reads', async () => {
  const random = seeded(4711, 'known payments')
  let compared = 0
  for (let life = 0; life < 12; life += 1) {
    const { caller, id } = await readPayment()
    for (let turn = 0; turn < 12; turn += 1) {
      const by = random.chance(0.7) ? app : other.app
      const movement = {
        amount: `${random.between(1, 60)}.50`,
        reference_id: random.chance(0.8) ? `t${turn}` : 't0',
      }
      const moves = [
        () => capturePayment(by, caller, id, { ...movement, tax_amount: '1.00' }),
        () => capturePayment(by, caller, id, movement),
        () => refundPayment(by, caller, id, { ...movement, reason: 'x' }),
        () => updatePayment(by, caller, id, `order ${turn}`),
        () => (turn > 5 ? closePayment(by, caller, id) : getPayment(by, caller, id)),
      ]
      await random
        .pick<() => Promise<unknown>>(moves)()
        .catch(() => undefined)
      const known = recallPayment(app, caller, id)
      const now = await getPayment(other.app, caller, id)
      if (known === undefined || known.payment.version < now.version) continue
      assert.deepEqual(wholePayment(known), now)
      compared += 1
    }
  }
  assert.ok(compared > 50, String(compared))
})
