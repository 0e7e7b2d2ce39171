import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { duePayments } from '../../src/money/payments/due-payments.ts'
import { openApp } from '../../src/platform/app/open-app.ts'
import { openServiceDb } from '../../src/platform/db/sharding/service-db.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import type { Answer } from '../../testkit/client.ts'
import { assertRefused, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { shop } = api
const locked = 'could not acquire lock: payment is locked'

/** Repeats the call until the payment is not locked, as the contract says. */
async function retryLocked(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask()
    if (answer.status !== 409) return answer
    assertRefused(answer, 409, locked)
    assert.ok(tries < 200, 'always locked')
  }
}

const fifty = Array.from({ length: 50 }, (_, index) => index)
const post = (id: string, path: string, body?: unknown) => shop.call('POST', `/api/v2/payments/${id}/${path}`, body)

async function assertBooks(id: string, capturedMinor: number, refundedMinor: number): Promise<void> {
  const sums = await api.service.database.query(
    `select cause, sum(amount_minor) filter (where amount_minor > 0)::int as moved, sum(amount_minor)::int as rest
     from ledger_entries where source_id = '${id}' and cause in ('capture', 'refund') group by cause order by cause`,
  )
  const expected = [
    { cause: 'capture', moved: capturedMinor, rest: 0 },
    { cause: 'refund', moved: refundedMinor, rest: 0 },
  ]
  assert.deepEqual(
    sums,
    expected.filter(({ moved }) => moved > 0),
  )
}

for (const [kind, path] of [
  ['capture', 'captures'],
  ['refund', 'refunds'],
] as const) {
  const prepare = () => (kind === 'capture' ? shop.authorizedPayment('340.00') : shop.capturedPayment('340.00'))

  test(`fifty parallel ${path} with one reference move money once, and every retry succeeds`, async () => {
    const id = await prepare()
    const body = { amount: '10.00', reference_id: 'same' }
    const first = await Promise.all(fifty.map(() => post(id, path, body)))
    for (const answer of first) if (answer.status !== 200) assertRefused(answer, 409, locked)
    assert.ok(first.some((answer) => answer.status === 200))
    const again = await Promise.all(fifty.map(() => retryLocked(() => post(id, path, body))))
    for (const answer of again) assert.deepEqual([answer.status, answer.body[path].length], [200, 1], answer.text)
    await assertBooks(id, kind === 'capture' ? 1000 : 34_000, kind === 'capture' ? 0 : 1000)
  })

  test(`of fifty parallel ${path} above the remaining amount exactly those that fit succeed`, async () => {
    const id = await prepare()
    const answers = await Promise.all(
      fifty.map((index) => retryLocked(() => post(id, path, { amount: '10.00', reference_id: `r${index}` }))),
    )
    const succeeded = answers.filter((answer) => answer.status === 200)
    assert.equal(succeeded.length, 34)
    for (const answer of answers) if (answer.status !== 200) assert.equal(answer.status, 400, answer.text)
    const shown = (await shop.call('GET', `/api/v2/payments/${id}`)).body
    assert.equal(shown.status, 'CLOSED')
    const moved: { reference_id: string; amount: string }[] = shown[path]
    assert.equal(new Set(moved.map((each) => each.reference_id)).size, 34)
    await assertBooks(id, 34_000, kind === 'capture' ? 0 : 34_000)
  })
}

test('of a full capture and a close exactly one succeeds', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await shop.authorizedPayment('340.00')
    const ask = [
      () => retryLocked(() => post(id, 'captures', { amount: '340.00', reference_id: 'c' })),
      () => retryLocked(() => post(id, 'close')),
    ]
    if (round % 2 === 1) ask.reverse()
    const answers = await Promise.all(ask.map((each) => each()))
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 400])
    assertRefused(answers.find((answer) => answer.status === 400) as Answer, 400, 'already closed')
    const shown = (await shop.call('GET', `/api/v2/payments/${id}`)).body
    assert.equal(shown.status, 'CLOSED')
    await assertBooks(id, shown.captures.length * 34_000, 0)
  }
})

test('a capture and the automatic capture never move more than the amount', async () => {
  const own = (await api.newMerchant()).test
  const ids = await Promise.all(fifty.slice(0, 10).map(() => own.authorizedPayment('340.00')))
  api.service.clock.advance(21 * 86_400_000)
  const body = { amount: '340.00', reference_id: 'c' }
  await Promise.all([
    settleDue(api.service.app, duePayments),
    ...ids.map((id) => own.call('POST', `/api/v2/payments/${id}/captures`, body)),
    settleDue(api.service.app, duePayments),
  ])
  for (const id of ids) {
    const shown = (await own.call('GET', `/api/v2/payments/${id}`)).body
    assert.deepEqual([shown.status, shown.captures.length, shown.captures[0].amount], ['CLOSED', 1, '340.00'])
    await assertBooks(id, 34_000, 0)
  }
})

test('two services on one database settle each due payment once in concurrent sweeps', async () => {
  const own = await api.newMerchant()
  const ids = await Promise.all(fifty.slice(0, 30).map(() => own.test.createdPayment()))
  const { service } = api
  service.clock.advance(30 * 60_000)
  const db = await openServiceDb({ connection: service.database.connection, connections: 4 })
  const other = openApp(service.app.config, db, service.app.log, service.clock)
  try {
    await Promise.all([service.app, other, service.app, other].map((app) => settleDue(app, duePayments)))
  } finally {
    await other.outbound.close()
    await db.close()
  }
  const rows = await api.service.database.query(
    `select payment_id, count(*)::int as moves from payment_timeline where merchant_id = '${own.id}' and move = 'expire' group by 1`,
  )
  assert.deepEqual(rows.map((row) => row['payment_id']).sort(), [...ids].sort())
  assert.ok(rows.every((row) => row['moves'] === 1))
})
