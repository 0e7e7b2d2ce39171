import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { batchedCalls, driveBatches } from '../../bench/batch-statements.ts'
import { hasPgbench, runPgbench } from '../../bench/pgbench.ts'
import {
  forgetChanges,
  loopOverDriver,
  type Recording,
  readSessionOptions,
  record,
} from '../../bench/raw-statements.ts'
import { wholeAmount } from '../../bench/requests.ts'
import { idsOf, type Payments, seedAuthorized, supplyOf } from '../../bench/seed.ts'
import { capturePayment } from '../../src/money/payments/capture-payment.ts'
import { getPayment } from '../../src/money/payments/get-payment.ts'
import { refundPayment } from '../../src/money/payments/refund-payment.ts'
import { type Actor, callerFrom } from '../../src/platform/merchants/caller.ts'
import { findKeyHolder } from '../../src/platform/merchants/keys/find-key-holder.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let actor: Actor
let take: (count: number) => Payments
let capture: Recording
const reference = `o'clock: 10:15 \\ "raw"`

before(async () => {
  service = await startTestService()
  const holder = await findKeyHolder(service.app, 'sk_test_11111111-1111-4111-8111-111111111111')
  assert.ok(typeof holder !== 'string')
  actor = callerFrom(holder, 'bench')
  take = supplyOf(await seedAuthorized(service.database.query, 200, 'b0000000'))
  const examples = idsOf(take(2))
  capture = await record(service.app, (app, turn) =>
    capturePayment(app, actor, examples[turn] ?? '', { ...wholeAmount(), reference_id: reference }),
  )
})
after(() => service.close())

/** Asserts that each of these payments has one capture, and that no other has any. */
async function assertCaptured(payments: Payments): Promise<void> {
  for (const id of idsOf(payments)) {
    const { status, captures } = await getPayment(service.app, actor, id)
    assert.equal(status, 'CLOSED')
    assert.deepEqual(
      captures.map(({ referenceId, amountMinor }) => [referenceId, amountMinor]),
      [[reference, 34_000n]],
    )
  }
  const [next] = idsOf(take(1))
  assert.equal((await getPayment(service.app, actor, next ?? '')).status, 'AUTHORIZED')
}

test('the recorded statements capture other payments when the bare driver runs them', async () => {
  const payments = take(24)
  const { latencies } = await loopOverDriver(service.app, service.database.connection, capture, payments, 4)
  assert.equal(latencies.length, 24)
  await assertCaptured(payments)
})

test('recorded batches capture their payments when the bare driver runs them, and not before', async () => {
  const { prefix, first } = take(0)
  const phase = driveBatches(
    { app: service.app, connection: service.database.connection },
    'the saving statement',
    'save_payments',
    20,
    (app) => capturePayment(app, actor, idsOf(take(1))[0] ?? '', { ...wholeAmount(), reference_id: reference }),
  )
  await phase.prepare?.()
  const payments = { prefix, first, count: batchedCalls(20) }
  for (const id of idsOf(payments)) {
    assert.equal((await getPayment(service.app, actor, id)).status, 'AUTHORIZED')
  }
  assert.equal((await phase.run()).latencies.length, 2)
  await assertCaptured(payments)
})

test('the recorded statements capture other payments when pgbench runs them', { skip: !hasPgbench() }, async () => {
  const payments = take(24)
  const options = await readSessionOptions(service.app)
  const { perSecond } = await runPgbench(service.database.connection, options, capture, payments, 4)
  assert.ok(perSecond > 0)
  await assertCaptured(payments)
})

test("a refund's own statements are recorded, and refund other captured payments", async () => {
  const payments = take(8)
  await loopOverDriver(service.app, service.database.connection, capture, payments, 4)
  const examples = take(2)
  await loopOverDriver(service.app, service.database.connection, capture, examples, 1)
  await forgetChanges(service.database.query)
  const refund = await record(service.app, (app, turn) =>
    refundPayment(app, actor, idsOf(examples)[turn] ?? '', wholeAmount()),
  )
  await loopOverDriver(service.app, service.database.connection, refund, payments, 4)
  for (const id of idsOf(payments)) {
    const { refunds } = await getPayment(service.app, actor, id)
    assert.deepEqual(
      refunds.map(({ amountMinor }) => amountMinor),
      [34_000n],
    )
  }
})

test("raw connections have the settings of the service's connections", async () => {
  assert.match(await readSessionOptions(service.app), /-c plan_cache_mode=force_generic_plan/)
})

test('a request for more payments than were seeded is refused', () => {
  const few = supplyOf({ prefix: 'p', first: 1, count: 3 })
  assert.deepEqual([few(2), few(1)].map(idsOf), [['p000000000001', 'p000000000002'], ['p000000000003']])
  assert.throws(() => few(1), /3 payments were seeded, and 4 are asked for/)
})
