import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { defaultFilter } from '../../src/money/payments/counted-list/list-filter.ts'
import { listLimits, listPayments } from '../../src/money/payments/counted-list/list-payments.ts'
import { pieceBytes } from '../../src/money/payments/counted-list/show-in-pieces.ts'
import { maxInlineBytes } from '../../src/money/payments/counted-list/store.ts'
import type { App } from '../../src/platform/app/app.ts'
import type { MerchantId } from '../../src/platform/base/ids.ts'
import { service as serviceItself } from '../../src/platform/base/principal.ts'
import { Refusal } from '../../src/platform/base/refusals.ts'
import type { Statement } from '../../src/platform/db/statement.ts'
import type { Actor } from '../../src/platform/merchants/caller.ts'
import { type NewMerchant, openTestApi } from '../support/api.ts'

const api = await openTestApi()
after(() => api.close())
const { service } = api
const request = { kinds: defaultFilter, createdFrom: null, createdTo: null, limit: 20, offset: 0 }
const actorOf = ({ id }: NewMerchant): Actor => ({
  merchantId: id as MerchantId,
  isTest: true,
  principal: serviceItself,
  requestId: '',
  clockOffsetMs: 0,
})

type AnyStatement = Pick<Statement<never, unknown>, 'name'>

/** A service in which each statement is reported and waits for the test before it runs on the real database. */
function withGate(onRun: (statement: AnyStatement, params: unknown) => Promise<void>): App {
  const run: App['db']['run'] = async (statement, params) => {
    await onRun(statement, params)
    return service.app.db.run(statement, params)
  }
  return { ...service.app, db: { ...service.app.db, run } }
}

/** A payment with an order and captures of about these sizes in bytes. */
async function paymentOf(owner: NewMerchant, orderBytes: number, captureBytes: readonly number[] = []) {
  const itemsOf = (bytes: number) =>
    Array.from({ length: Math.ceil(bytes / 60_000) }, () => ({
      title: 'Ünïcode "قميص"',
      quantity: 1,
      unit_price: '1.00',
      category: 'c',
      description: 'd'.repeat(Math.min(bytes, 60_000)),
    }))
  const order = { reference_id: 'large', items: itemsOf(orderBytes) }
  const session = await owner.test.checkout('340.00', { order })
  assert.equal(session.status, 200, session.text)
  const id: string = session.body.payment.id
  assert.equal((await owner.test.call('POST', `/sandbox/payments/${id}/authorize`)).status, 200)
  for (const [index, bytes] of captureBytes.entries()) {
    const capture = { amount: '1.00', reference_id: `c${index}`, items: itemsOf(bytes) }
    const answer = await owner.test.call('POST', `/api/v2/payments/${id}/captures`, capture)
    assert.equal(answer.status, 200, answer.text)
  }
  service.clock.advance(1_000)
  return id
}

test('at most two lists of a merchant run at once, others wait, and too many are refused; other merchants do not wait', async () => {
  const [one, other] = [await api.newMerchant(), await api.newMerchant()]
  const ids = [await one.test.authorizedPayment(), await other.test.authorizedPayment()]
  const opened = Promise.withResolvers<void>()
  let isOpen = false
  let inFlight = 0
  let most = 0
  const app = withGate(async (_statement, params) => {
    if (!Object.values(params as object).includes(one.id) || isOpen) return
    inFlight += 1
    most = Math.max(most, inFlight)
    await opened.promise
  })
  const list = (owner: NewMerchant) => listPayments(app, actorOf(owner), request, ({ id }) => id)
  const lists = Array.from({ length: 2 + listLimits.maxQueued }, () => list(one))
  assert.deepEqual((await list(other)).payments, [ids[1]])
  assert.equal(most, 2)
  await assert.rejects(list(one), (error) => error instanceof Refusal && error.kind === 'too_many_requests')
  isOpen = true
  opened.resolve()
  for (const page of await Promise.all(lists)) assert.deepEqual(page, { payments: [ids[0]], totalCount: 1 })
})

test('a page of large and small payments is the JSON of all, newest first', async () => {
  const own = await api.newMerchant()
  const ids = [
    await paymentOf(own, 900_000, [900_000, 900_000]),
    await paymentOf(own, 100),
    await paymentOf(own, 100, [500_000]),
    await paymentOf(own, 100_000),
    await paymentOf(own, 100, [100]),
    await paymentOf(own, 300_000),
  ].reverse()
  const payments = []
  for (const id of ids) payments.push((await own.test.call('GET', `/api/v2/payments/${id}`)).body)
  const answer = await own.test.call('GET', '/api/v2/payments')
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  const pagination = { limit: 20, offset: 0, total_count: ids.length }
  assert.ok(answer.text === JSON.stringify({ payments, pagination }), 'the same bytes')
  const part = await own.test.call('GET', '/api/v2/payments?limit=2&offset=2')
  const ofPart = { payments: payments.slice(2, 4), pagination: { limit: 2, offset: 2, total_count: ids.length } }
  assert.ok(part.text === JSON.stringify(ofPart), 'the same bytes')
})

test('large payments are read in pieces, each in its own turn; small ones take one statement', async () => {
  const own = await api.newMerchant()
  const small = [await paymentOf(own, 100, [100]), await paymentOf(own, 100)]
  let requests: string[][] = []
  const app = withGate(async ({ name }, params) => {
    if (name === 'find_payments') requests.push([...(Object.values(params as object)[1] as string[])])
  })
  const show = ({ id }: { id: string }) => ({ id, turn })
  let turn = 0
  let isDone = false
  const count = (): void => {
    turn += 1
    if (!isDone) setImmediate(count)
  }
  count()
  const before = await listPayments(app, actorOf(own), request, show)
  assert.deepEqual(
    before.payments.map(({ id }) => id),
    small.toReversed(),
  )
  assert.deepEqual(requests, [])
  const sizes = new Map<string, number>()
  for (const bytes of [100_000, 900_000, 200_000, 200_000, 200_000, maxInlineBytes + 1]) {
    sizes.set(await paymentOf(own, bytes), bytes)
  }
  requests = []
  const { payments } = await listPayments(app, actorOf(own), request, show)
  isDone = true
  assert.deepEqual(requests.flat(), [...sizes.keys()].toReversed())
  for (const ids of requests) {
    const bytes = ids.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0)
    assert.ok(ids.length === 1 || bytes <= pieceBytes, `${ids.length} payments of ${bytes} bytes at once`)
  }
  assert.ok(requests.length > 2 && requests.length < sizes.size, `${requests.length} statements`)
  const turns = payments.filter(({ id }) => sizes.has(id)).map((shown) => shown.turn)
  assert.equal(new Set(turns).size, sizes.size)
})

test('a list processes at most one batch of due payments, read and saved together', async () => {
  const own = await api.newMerchant()
  const ids = await Promise.all(Array.from({ length: 210 }, () => own.test.createdPayment()))
  service.clock.advance(30 * 60_000)
  const statements: string[] = []
  const app = withGate(async ({ name }) => void statements.push(name))
  const times = (name: string): number => statements.filter((one) => one === name).length
  const expired = async () => {
    const [row] = await service.database.query(
      `select count(*)::int as count from payments where merchant_id = '${own.id}' and status = 'EXPIRED'`,
    )
    return row?.['count']
  }
  await listPayments(app, actorOf(own), request, ({ id }) => id)
  assert.equal(await expired(), 200)
  assert.deepEqual([times('find_payments'), times('save_payments')], [7, 7], '32 share a round trip')
  await listPayments(app, actorOf(own), request, ({ id }) => id)
  assert.equal(await expired(), ids.length)
  assert.deepEqual([times('find_payments'), times('save_payments')], [8, 8])
})

test('due test payments do not keep a list of live payments from being current', async () => {
  const own = await api.newMerchant()
  await Promise.all(Array.from({ length: 205 }, () => own.test.createdPayment()))
  const live = await own.live.createdPayment()
  service.clock.advance(30 * 60_000)
  const page = await listPayments(
    service.app,
    { ...actorOf(own), isTest: false },
    { ...request, kinds: ['created', 'expired'] },
    ({ id, status }) => `${id} ${status}`,
  )
  assert.deepEqual(page, { payments: [`${live} EXPIRED`], totalCount: 1 })
})
