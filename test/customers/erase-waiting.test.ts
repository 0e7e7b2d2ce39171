import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { loadErasedPlaces } from '../../src/entries/erased-places.ts'
import { dueReturns } from '../../src/money/collections/due-returns.ts'
import { type ErasedCustomer, eraseCustomer } from '../../src/money/customers/erase-customer.ts'
import { operator } from '../../src/platform/base/principal.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { succeed } from '../../testkit/client.ts'
import { type CommandResult, runQist } from '../../testkit/command.ts'
import { findPlaces, type Marks, markedOrder, marksOf } from '../../testkit/marks.ts'
import { openDisputeShop } from '../support/disputes.ts'
import { askDoctor } from '../support/doctor.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const shop = await openDisputeShop(service)
after(() => service.close())

const places = (texts: readonly string[]): Promise<string[]> =>
  findPlaces(service.database.query, service.app.config.dataDir, texts)

let last = 0
function newMarks(): Marks {
  last += 1
  return marksOf(
    `+9715088800${10 + last}`,
    `marked${String.fromCodePoint(96 + last).repeat(5)}`,
    `19${60 + last}-11-10`,
  )
}

const qist = (...args: string[]): Promise<CommandResult> =>
  runQist(service.database.url, service.app.config.dataDir, 'customer', 'erase', ...args)
const ask = async (phone: string, personalDays: number): Promise<ErasedCustomer | undefined> => {
  const app = { ...service.app, config: { ...service.app.config, personalDays } }
  return eraseCustomer(app, await loadErasedPlaces(app), { phone, isTest: false }, { by: operator, reason: '' })
}

async function buy(marks: Marks): Promise<string> {
  const id = succeed(await shop.checkout('340.00', markedOrder(marks))).body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${id}/authorize`))
  succeed(await shop.call('POST', `/api/v2/payments/${id}/captures`, { amount: '340.00', reference_id: 'all' }))
  return id
}
const payAll = async (id: string) => succeed(await shop.call('POST', `/sandbox/payments/${id}/pay`, { what: 'all' }))

test('the command: an order that was refused goes at once; --yes is needed; an unknown phone exits 1', async () => {
  const marks = newMarks()
  const id = succeed(await shop.checkout('340.00', markedOrder(marks))).body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${id}/reject`))
  const found = await places(marks.all)
  const refused = await qist('--phone', marks.phone)
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.match(refused.stderr, /--yes/)
  assert.deepEqual(await places(marks.all), found)
  const { code, stdout, stderr } = await qist('--phone', marks.phone, '--yes', '--reason', 'asked by letter', '--json')
  assert.deepEqual([code, stderr], [0, ''])
  assert.deepEqual(JSON.parse(stdout), { erased: 1, waiting: 0, until: null })
  assert.deepEqual(await places(marks.all), [])
  const [row] = await service.database.query(`select requested_by, reason from erasures where id = '${id}'`)
  assert.deepEqual(row, { requested_by: 'operator', reason: 'asked by letter' })
  assert.equal((await qist('--phone', marks.phone, '--yes')).code, 1)
  assert.equal((await qist('--phone', 'nobody', '--yes')).code, 1)
})

test('a purchase waits PERSONAL_DAYS after its last movement, by the clock of its merchant, and then goes by itself', async () => {
  const marks = newMarks()
  const id = await buy(marks)
  await payAll(id)
  const { code, stdout } = await qist('--phone', marks.phone, '--yes', '--json')
  assert.equal(code, 0)
  const answer = JSON.parse(stdout)
  const until = new Date(service.clock.now() + 3_650 * 86_400_000).toISOString().replace('.000', '')
  assert.deepEqual(answer, { erased: 0, waiting: 1, until })
  assert.match(
    (await qist('--phone', marks.phone, '--yes')).stdout,
    /^0 payments are erased\n1 payment waits: the last one until 20/,
  )
  // What no purchase needs is gone.
  assert.deepEqual(await service.database.query(`select from saved_cards where phone = '${marks.phone}'`), [])
  await shop.pass('P3649D')
  assert.equal(succeed(await shop.call('GET', `/api/v2/payments/${id}`)).body.buyer.phone, marks.phone)
  await shop.pass('P2D')
  assert.match(succeed(await shop.call('GET', `/api/v2/payments/${id}`)).body.buyer.phone, /^erased-/)
  assert.deepEqual(await places(marks.all), [])
  assert.deepEqual(await askDoctor(service.app), [])
})

test('an open claim waits: a session, an open plan, a dispute, a return under way', async () => {
  const marks = newMarks()
  const session = succeed(await shop.checkout('340.00', markedOrder(marks))).body.payment.id
  const waiting = { erased: 0, waiting: 1, until: null }
  assert.deepEqual(await ask(marks.phone, 0), waiting, 'a session')
  succeed(await shop.call('POST', `/sandbox/payments/${session}/authorize`))
  assert.deepEqual(await ask(marks.phone, 0), waiting, 'authorized')
  succeed(await shop.call('POST', `/api/v2/payments/${session}/captures`, { amount: '340.00', reference_id: 'all' }))
  assert.deepEqual(await ask(marks.phone, 0), waiting, 'a plan')
  const dispute = await shop.openDispute({ payment_id: session })
  succeed(await shop.call('POST', `/sandbox/payments/${session}/pay`, { what: 'all' }))
  assert.deepEqual(await ask(marks.phone, 0), waiting, 'a dispute')
  succeed(await shop.act(dispute.id, 'withdraw'))
  succeed(await shop.call('POST', `/api/v2/payments/${session}/refunds`, { amount: '340.00', reference_id: 'back' }))
  assert.deepEqual(await ask(marks.phone, 0), waiting, 'a return')
  assert.notDeepEqual(await places(marks.all), [])
  await service.database.query(`update returns set resolve_at = statement_timestamp() where state = 'waiting'`)
  while ((await settleDue(service.app, dueReturns)) > 0);
  assert.deepEqual(await ask(marks.phone, 0), { erased: 1, waiting: 0, until: null })
  assert.deepEqual(await places(marks.all), [])
})

test('never: only what no purchase needs goes, and nobody knows until when', async () => {
  const marks = newMarks()
  await payAll(await buy(marks))
  const refused = succeed(await shop.checkout('340.00', markedOrder(marks))).body.payment.id
  succeed(await shop.call('POST', `/sandbox/payments/${refused}/reject`))
  assert.deepEqual(await ask(marks.phone, Number.POSITIVE_INFINITY), { erased: 1, waiting: 1, until: null })
})

test('a failed erasing is undone as a whole, and a worker does it later with the same pseudonym', async () => {
  const marks = newMarks()
  const ids = [await buy(marks), await buy(marks)]
  for (const id of ids) await payAll(id)
  const app = { ...service.app, config: { ...service.app.config, personalDays: 0 } }
  const erasedPlaces = await loadErasedPlaces(app)
  let calls = 0
  const broken = {
    async ofPayment() {
      calls += 1
      if (calls > 1) throw new Error('the database is gone')
    },
  }
  const erasing = eraseCustomer(
    app,
    [...erasedPlaces, broken],
    { phone: marks.phone, isTest: false },
    { by: operator, reason: '' },
  )
  await assert.rejects(erasing, /gone/)
  const buyerOf = async (id = '') => succeed(await shop.call('GET', `/api/v2/payments/${id}`)).body.buyer
  const [first, second] = await Promise.all(ids.map(buyerOf))
  assert.match(first.name, /^erased-/)
  assert.deepEqual([second.name, second.phone], [marks.name, marks.phone])
  assert.deepEqual(await ask(marks.phone, 0), { erased: 1, waiting: 0, until: null })
  assert.equal((await buyerOf(ids[1])).name, first.name)
  assert.deepEqual(await places(marks.all), [])
})
