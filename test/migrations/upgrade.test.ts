import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { countFoundPayments } from '../../src/money/payments/search/count-found-payments.ts'
import { noFilter, type PaymentFilter } from '../../src/money/payments/search/payment-filter.ts'
import { fillGap } from '../../src/money/payments/search/search-index.ts'
import { loadSearch } from '../../src/money/payments/search/searches.ts'
import { bookAll } from '../../src/money/settlements/bookings.ts'
import { dueSettlements } from '../../src/money/settlements/due-settlements.ts'
import { settleDue } from '../../src/platform/due/settling.ts'
import { succeed } from '../../testkit/client.ts'
import { runQist } from '../../testkit/command.ts'
import { answerOfCopy, fixtureSecretsKey, openOldDatabase, shopOf } from '../support/old-database.ts'
import { startTestService } from '../support/service.ts'
import { balancesOf, contentsOf, lines, movements, onTheWayOf, tablesOf } from '../support/upgrade-books.ts'

// Ten thousand payments in all states, as the version before the chart of accounts left them.
const copies = 149
const old = await openOldDatabase({ copies })
const { query, fixture } = old
const tables = await tablesOf(query)
const contents = await contentsOf(query, tables)
const balances = await balancesOf(query)
const startedAt = performance.now()
await old.migrate()
const migratedInMs = performance.now() - startedAt
const service = await startTestService({
  database: old,
  startAt: fixture.now,
  env: { SECRETS_KEY: fixtureSecretsKey },
})
after(() => service.close())

const doctor = () => runQist(old.url, service.app.config.dataDir, 'doctor')
const count = async (sql: string): Promise<number> =>
  Number((await query(`select count(*) from (${sql}) as counted`))[0]?.['count'])

test('every row of the earlier version is unchanged', async (t) => {
  t.diagnostic(`migrated in ${Math.round(migratedInMs)} ms`)
  assert.ok((await count('select from payments')) > 10_000)
  assert.deepEqual(await contentsOf(query, tables), contents)
})

test('balances are unchanged, except that waiting returns are owed to cards', async () => {
  const now = await balancesOf(query)
  const onTheWay = await onTheWayOf(query)
  assert.ok(onTheWay.size > 1)
  const expected = new Map(balances)
  for (const [currency, minor] of onTheWay) {
    expected.set(`${currency} cash`, (expected.get(`${currency} cash`) ?? 0n) + minor)
    expected.set(`${currency} refunds_payable`, -minor)
  }
  assert.deepEqual(now, expected)
})

test('every payment, plan and dispute is answered as by the earlier version', async () => {
  // The earlier version did not order returns of one second.
  const byId = (name: string, value: unknown): unknown =>
    name === 'returns' && Array.isArray(value) ? value.toSorted((a, b) => (a.id < b.id ? -1 : 1)) : value
  const withoutPort = (text: string): unknown => JSON.parse(text.replaceAll(/127\.0\.0\.1:\d+/g, 'service'), byId)
  // The earlier version went on charging while a dispute was open.
  const disputed = await query('select id from payments where dispute_id is not null')
  assert.ok(disputed.length > copies)
  const isDisputed = (path: string): boolean => disputed.some(({ id }) => path.includes(String(id)))
  const quiet = (text: string): string => text.replace(/"next_attempt_at":"[^"]*"/, '"next_attempt_at":null')
  for (const copy of [0, 1, copies]) {
    for (const answer of fixture.answers) {
      const { path, body } = copy === 0 ? answer : answerOfCopy(answer, copy)
      const { text } = succeed(await shopOf(service, answer).call('GET', path))
      const expected = JSON.stringify(body)
      assert.deepEqual(withoutPort(text), withoutPort(isDisputed(path) ? quiet(expected) : expected), path)
    }
  }
})

test('before booking the doctor finds nothing', async () => {
  const { code, stdout } = await doctor()
  assert.equal(code, 0, stdout)
})

test('payments of the earlier version are found, and counted by store and day', async () => {
  const searched = { ...noFilter, q: 'r-1', status: 'all' }
  const merchants = await query('select distinct merchant_id, is_test from payments')
  const totalOf = async (filter: PaymentFilter): Promise<number> => {
    const totals = merchants.map(async ({ merchant_id, is_test }) => {
      const who = { merchantId: String(merchant_id), isTest: is_test === true }
      return countFoundPayments(service.app, await loadSearch(service.app, who, filter))
    })
    return (await Promise.all(totals)).reduce<number>((sum, total) => sum + (total ?? 0), 0)
  }
  assert.equal(await totalOf(searched), 0)
  while ((await fillGap(service.app)) > 0);
  assert.equal(await totalOf(searched), await count(`select from payments where order_reference like 'R-1%'`))
  assert.ok((await totalOf(searched)) > copies)
  const { code, stdout } = await doctor()
  assert.equal(code, 0, stdout)
})

test('every capture and refund is booked into its own day at its store, once', async () => {
  while ((await count('select from unsealed_entries')) > 0) await bookAll(service.app)
  while ((await settleDue(service.app, dueSettlements)) > 0);
  assert.ok((await count(movements)) > 10_000)
  const one = `(merchant_id, payment_id, version, id, store_id, is_test, date, amount_minor)`
  assert.equal(await count(lines), await count(movements))
  assert.equal(
    await count(`select from (${movements}) as movement join (${lines}) as line using ${one}`),
    await count(movements),
  )
})

test('refunds by disputes are dispute refunds, whatever references shops use', async () => {
  const typed = await query(
    `select distinct movement.move, dispute.id is not null as is_disputes, line.type
     from (${movements}) as movement join settlement_lines as line using (merchant_id, payment_id, version)
     left join disputes as dispute on dispute.merchant_id = movement.merchant_id
       and dispute.payment_id = movement.payment_id
       and movement.service_reference = 'dispute-' || dispute.id
     order by 3`,
  )
  assert.deepEqual(typed, [
    { move: 'capture', is_disputes: false, type: 'capture' },
    { move: 'refund', is_disputes: true, type: 'dispute_refund' },
    { move: 'refund', is_disputes: false, type: 'refund' },
  ])
  assert.equal(
    await count(`select from settlement_lines where type = 'refund' and reference_id = 'dispute-1'`),
    copies + 1,
  )
})

test('lines have the order references at the time of the movement', async () => {
  const stood = await query(
    `select distinct reference_id, order_reference from settlement_lines
     where payment_id in (select payment_id from payment_timeline where move = 'update_reference')
       and reference_id not like 'dispute-%' order by 2, 1`,
  )
  assert.deepEqual(
    stood.map(({ reference_id, order_reference }) => `${reference_id} ${order_reference}`),
    ['c1 1001', 'r1 1001', 'whole-209.00 1001', 'c2 1001-B', ' 1002-A', 'r1 1002-B', 'r2 1002-C', 'r2 R-1'],
  )
})

test('past days are closed and paid once each, and open amounts are owed', async () => {
  const closed = await count('select from settlements')
  assert.ok(closed > 10)
  assert.equal(
    await count(`select from pending_settlements as day join merchants as merchant using (merchant_id)
    where state = 'open' and due_at <= timestamptz '${new Date(fixture.now).toISOString()}' + clock_offset_ms * interval '1 ms'`),
    0,
  )
  assert.equal(
    await count(`select from settlements as day where net_minor <> (
    select sum(amount_minor) from settlement_lines as line where line.merchant_id = day.merchant_id and settlement_id = day.id)`),
    0,
  )
  assert.equal(
    (await count('select from payout_settlements')) +
      (await count(`select from pending_settlements where state <> 'open'`)),
    closed,
  )
  assert.equal(
    await count(`select from payouts as payout where state <> 'paid' or amount_minor <> (
    select sum(net_minor) from payout_settlements as paid join settlements as day
      on day.merchant_id = paid.merchant_id and day.id = paid.settlement_id
    where paid.merchant_id = payout.merchant_id and paid.payout_id = payout.id)`),
    0,
  )
  assert.equal(await count(`select from (${merchantsOwed}) as owed where by_ledger <> by_settlements`), 0)
})

const merchantsOwed = `select merchant_id, currency, -sum(amount_minor) as by_ledger, (
    select coalesce(sum(line.amount_minor), 0) from settlement_lines as line
    join stores as store on store.merchant_id = line.merchant_id
    where line.merchant_id = entry.merchant_id and store.currency = entry.currency and exists (
      select from pending_settlements as day where day.merchant_id = line.merchant_id and day.id = line.settlement_id
        and day.store_id = store.id)
  ) as by_settlements
  from ledger_entries as entry where account = 'merchant' group by merchant_id, currency`

test('after booking the doctor finds nothing', async () => {
  await bookAll(service.app)
  const { code, stdout } = await doctor()
  assert.equal(code, 0, stdout)
})
